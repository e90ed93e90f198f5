class Gamma:
    def __init__(self, random):
        self.deals = 0

    def act(self, view):
        return view.to_call

    def see(self, event):
        self.deals += type(event).__name__ == "Won"


class Sulks(Gamma):
    def act(self, view):
        return view.to_call if self.deals < 3 else 1 // 0
