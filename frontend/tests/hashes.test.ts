import { describe, expect, it } from "vitest";
import { bytesOf, hexOf, hmacSha256, messageOf, sha256 } from "../src/lib/hashes";

const text = (words: string) => new TextEncoder().encode(words);
const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
const repeated = (byte: number, count: number) => new Uint8Array(count).fill(byte);

describe("SHA-256 of the page's own", () => {
  // FIPS 180-4 and the NIST example vectors.
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
    [
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
    ],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ])("has the published digests", (message, digest) => {
    expect(hexOf(sha256(text(message)))).toBe(digest);
  });

  it("agrees with the platform's on every length around a block", async () => {
    for (let length = 0; length < 200; length++) {
      const message = random(length);
      const digest = await crypto.subtle.digest("SHA-256", message);
      expect(hexOf(sha256(message))).toBe(hexOf(new Uint8Array(digest)));
    }
  });
});

describe("HMAC-SHA256 of the page's own", () => {
  // RFC 4231, test cases 1 to 4, 6 and 7.
  it.each([
    [repeated(0x0b, 20), text("Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
    [text("Jefe"), text("what do ya want for nothing?"), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
    [repeated(0xaa, 20), repeated(0xdd, 50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"],
    [Uint8Array.from({ length: 25 }, (_, i) => i + 1), repeated(0xcd, 50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"],
    [repeated(0xaa, 131), text("Test Using Larger Than Block-Size Key - Hash Key First"), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"],
    [
      repeated(0xaa, 131),
      text("This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ],
  ])("has the published digests", (key, message, digest) => {
    expect(hexOf(hmacSha256(key, message))).toBe(digest);
  });

  it("agrees with the platform's", async () => {
    for (let length = 1; length < 140; length += 7) {
      const [key, message] = [random(length), random(3 * length)];
      const own = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      const digest = await crypto.subtle.sign("HMAC", own, message);
      expect(hexOf(hmacSha256(key, message))).toBe(hexOf(new Uint8Array(digest)));
    }
  });
});

describe("messages of several texts", () => {
  it("keeps the texts apart", () => {
    expect(hexOf(messageOf(["a", "bc"]))).toBe("00000001" + "61" + "00000002" + "6263");
    expect(hexOf(messageOf(["ab", "c"]))).not.toBe(hexOf(messageOf(["a", "bc"])));
    expect(bytesOf("00ff")).toEqual(Uint8Array.from([0, 255]));
  });
});
