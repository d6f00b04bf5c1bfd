"""Try golden rounds by hand: python tests/rounds/replay.py FILE..."""

import sys
from pathlib import Path

from upcard.notation import NotationError, replay_file


def main() -> int:
    """Replay every file named; print what disagrees."""
    bad = 0
    for name in sys.argv[1:]:
        text = Path(name).read_text()
        try:
            for replayed in replay_file(text):
                if str(replayed.record) not in text + "\n":
                    print(f"{name}: not canonical, write:\n{replayed.record}")
                    bad += 1
        except NotationError as error:
            print(f"{name}: {error}")
            bad += 1
    print(f"{len(sys.argv) - 1} files, {bad} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
