// @vitest-environment node
import { expect, it } from "vitest";
import { courtPictures } from "../building/courts";
import { courtOf } from "$lib/faces";

const pictures = courtPictures();

it("has a picture of every court card, and a second one where four colours differ", () => {
  const cards = [..."shdc"].flatMap((suit) => [..."JQK"].map((rank) => rank + suit));
  const four = cards.filter((card) => /[dc]$/.test(card)).map((card) => `${card}-4`);
  expect([...pictures.keys()].sort()).toEqual([...cards, ...four].sort());
});

it("leaves paper and corners to the page", () => {
  for (const picture of pictures.values()) {
    expect(picture).not.toMatch(/x="-11[14]/);
    expect(picture).not.toContain("<rect width=\"239\"");
    expect(picture.length).toBeGreaterThan(10_000);
  }
});

it("prints the suit in its colour", () => {
  expect(pictures.get("Kd")).toContain('fill="#c41e25"');
  expect(pictures.get("Kd-4")).toContain('fill="#0b52b8"');
  expect(pictures.get("Jc-4")).toContain('fill="#0b6b34"');
});

it("finds the picture of a card for two and for four colours", () => {
  expect(courtOf("Qd", false)).not.toBe(courtOf("Qd", true));
  expect(courtOf("Qs", false)).toBe(courtOf("Qs", true));
  expect(courtOf("Ts", true)).toBeUndefined();
});
