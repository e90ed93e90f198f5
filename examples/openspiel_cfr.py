"""Solve a small Blockhead Poker with OpenSpiel's CFR+, and tell how far from unbeatable it is.

python examples/openspiel_cfr.py --iterations 100
"""

import argparse

import pyspiel

from cutcard.envs.spiel.tree import whole_tree

SOLVERS = {"cfr": pyspiel.CFRSolver, "cfr+": pyspiel.CFRPlusSolver}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="python_cutcard_small_blockhead")
    parser.add_argument("--solver", choices=SOLVERS, default="cfr+")
    parser.add_argument("--iterations", type=int, default=100)
    arguments = parser.parse_args()

    game = pyspiel.load_game(arguments.game)
    tree = whole_tree(game)  # so that OpenSpiel's compiled algorithms do all the work
    solver = SOLVERS[arguments.solver](tree)
    for iteration in range(1, arguments.iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration == arguments.iterations or iteration & (iteration - 1) == 0:
            conv = pyspiel.nash_conv(tree, solver.average_policy())
            print(f"iteration {iteration:>5}: NashConv {conv:.6f} chips a deal")

    policy = solver.average_policy()
    opener, _ = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, False)
    print(f"who opens gains {opener:+.4f} chips a deal")
    print(f"who knows the policy gains {conv / 2:.4f} chips a deal more, averaged over both seats")


if __name__ == "__main__":
    main()
