/** Passkeys: what the server asks for, answered by the browser. */
import { s } from "$strings";

/** A refusal that names the badge and brings what its passkey is asked with. */
export interface Asked {
  badge: string;
  ticket: string;
  options: PublicKeyCredentialRequestOptionsJSON;
}

/** Whether this browser can use passkeys here: only over https, or on this machine. */
export const canUsePasskeys = () =>
  typeof PublicKeyCredential !== "undefined" &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function";

/** The passkey's answer, as the server reads it. */
export async function showPasskey(asked: Asked): Promise<unknown> {
  if (!canUsePasskeys()) throw new Error(s.errors.noPasskeys);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked.options);
  return asJson(await navigator.credentials.get({ publicKey }));
}

/** A new passkey, as the server reads it. */
export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  if (!canUsePasskeys()) throw new Error(s.errors.noPasskeys);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return asJson(await navigator.credentials.create({ publicKey }));
}

function asJson(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new Error(s.errors.noPasskeys);
  return credential.toJSON();
}
