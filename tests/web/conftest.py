import pytest
from web.serving import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    served = Served(tmp_path_factory.mktemp("home"))
    yield served
    served.kill()
