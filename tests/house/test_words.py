"""What the files of the repository may not say, and what each module must."""

import ast
import re

import pytest

from tests.house.sources import package_files, repository_texts, shown, tree_of

# Everything installs by package name from whichever index the reader's tools are set up for.
# The names are put together here so that this file does not hold them.
REGISTRY_HOSTS = [
    ".".join(labels)
    for labels in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("deb", "debian", "org"),
    ]
]

# Folders of the machines this was written on. Nobody else has them.
MACHINE_FOLDERS = ["/".join(("", name, "")) for name in ("root", "work", "Users")]

FORBIDDEN = re.compile(
    "|".join(
        [
            *(rf"(?i:{re.escape(host)})" for host in REGISTRY_HOSTS),
            # Only where the path begins: a folder of that name deeper down is nobody's machine.
            *(rf"(?<![\w.~}}-]){re.escape(folder)}" for folder in MACHINE_FOLDERS),
        ]
    )
)


def test_no_file_names_a_package_registry_or_a_folder_of_somebodys_machine() -> None:
    wrong = [
        f"{shown(path)}:{number}: {found.group()}"
        for path, text in repository_texts()
        for number, line in enumerate(text.splitlines(), start=1)
        for found in FORBIDDEN.finditer(line)
    ]

    assert wrong == [], "\n".join(wrong)


def test_every_module_says_in_one_sentence_what_it_is() -> None:
    wrong = [shown(path) for path in package_files() if not opens_with_a_sentence(tree_of(path))]

    assert wrong == [], (
        f"open it with a docstring whose first line ends in a period: {', '.join(wrong)}"
    )


@pytest.mark.parametrize("host", REGISTRY_HOSTS)
def test_a_registry_is_found_in_an_address(host: str) -> None:
    assert FORBIDDEN.search(f"see https://files.{host.upper()}/simple/")


@pytest.mark.parametrize("folder", MACHINE_FOLDERS)
def test_a_folder_is_found_where_a_path_begins(folder: str) -> None:
    assert FORBIDDEN.search(f'open("{folder}main/x.toml")')
    assert not FORBIDDEN.search(f"docs{folder}x.md")


@pytest.mark.parametrize(
    ("text", "is_good"),
    [
        ('"""One playing card."""', True),
        ('"""\nOne playing card.\n\nAnd why.\n"""', True),
        ('"""One playing\ncard."""', False),
        ('"""Cards"""', False),
        ("import ast", False),
    ],
)
def test_the_first_line_of_a_docstring_must_end_its_sentence(text: str, is_good: bool) -> None:
    assert opens_with_a_sentence(ast.parse(text)) == is_good


def opens_with_a_sentence(tree: ast.Module) -> bool:
    """Whether the first line of the module's docstring is a whole sentence."""
    first, *_ = (ast.get_docstring(tree) or "").splitlines() or [""]
    return first.endswith(".")
