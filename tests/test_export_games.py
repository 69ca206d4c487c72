"""Every face of the bundled games: the PDF, the PNG and the data say the same."""

from __future__ import annotations

import io

import pdfplumber
import pytest

from generator.data.build import read_game
from generator.export.pdf import PdfMeta, pdf_bytes
from generator.export.png import face_png
from generator.face.ink import save_ink
from generator.layout.draw import draw_game
from generator.layout.studio import Studio
from generator.project import Project
from tests.conftest import ROOT
from tests.export_kit import alone, packed, pdf_picture, png_picture, unlike, words_of

PROJECT = Project(ROOT)
GAMES = PROJECT.games()
LIMIT = 0.005
"""The share of pixels that may differ by more than 64 of 255 at 300 dpi."""


@pytest.fixture(scope="module", params=[(g, lang) for g in GAMES for lang in ("ja", "en")], ids="-".join)
def drawn(request):
    """A game's faces by name, in one language, and the font book."""
    game_id, language = request.param
    game, _ = read_game(PROJECT, game_id)
    assert game is not None
    if language not in game.languages:
        return {}, None  # nothing to look at, and nothing left out
    studio = Studio(PROJECT)
    pieces, _ = draw_game(studio, game, language)
    faces = [face for _, _, front, back, _ in pieces for face in (front, back) if face is not None]
    assert len(faces) > 20
    return {face.name: face for face in faces}, studio.book


def one_of_each_set(faces):
    """A front and a back of every set: of the first item in Japanese, of the last in other languages."""
    ordered = list(faces.values())
    if ordered[0].language == "ja":
        ordered.reverse()  # of equal keys the last one stays
    return list({(face.set, face.side): face for face in ordered}.values())


def apart(faces, book):
    data = pdf_bytes([alone(face) for face in faces], PdfMeta("faces"), book)
    return {
        face.name: share
        for page, face in enumerate(faces)
        if (share := unlike(pdf_picture(data, page), png_picture(face_png(face, book)))) > LIMIT
    }


def test_png_and_pdf_agree(drawn):
    faces, book = drawn
    if faces:
        assert apart(one_of_each_set(faces), book) == {}


def test_the_words_of_every_face_can_be_copied(drawn):
    faces, book = drawn
    if not faces:
        return
    data = pdf_bytes([alone(face) for face in faces.values()], PdfMeta("faces"), book)
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        found = {name: "".join(c["text"] for c in page.chars) for name, page in zip(faces, pdf.pages, strict=True)}
    wanted = {name: packed("".join(words_of(face.nodes))) for name, face in faces.items()}
    assert {name: packed(text) for name, text in found.items()} == wanted


def test_saving_ink_keeps_every_word(drawn):
    faces, _ = drawn
    for face in faces.values():
        assert list(words_of(save_ink(face).nodes)) == list(words_of(face.nodes))
