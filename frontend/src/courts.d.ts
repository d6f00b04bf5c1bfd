declare module "virtual:courts" {
  /** Addresses of the pictures of court cards: "Ks", and "Kd-4" for a deck of four colours. */
  export const COURTS: Record<string, string>;
}
