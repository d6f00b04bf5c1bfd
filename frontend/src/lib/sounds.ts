/** What a table sounds like: made by the browser while it plays, so there are no files to load. */
import { isStill, settings } from "./settings.svelte";

export type Sound = "card" | "chips" | "win" | "jackpot";

let audio: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** A short rush of noise around *pitch*: paper, or clay on clay. */
function rush(context: AudioContext, at: number, pitch: number, seconds: number, loud: number): void {
  if (!hiss) {
    hiss = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  }
  const source = new AudioBufferSourceNode(context, { buffer: hiss });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.2 });
  source.connect(filter).connect(fading(context, at, seconds, loud));
  source.start(at, 0, seconds);
}

function note(context: AudioContext, at: number, pitch: number, seconds: number, loud: number): void {
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  source.connect(fading(context, at, seconds, loud));
  source.start(at);
  source.stop(at + seconds);
}

function fading(context: AudioContext, at: number, seconds: number, loud: number): AudioNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  gain.connect(context.destination);
  return gain;
}

const [C, E, G, HIGH_C, HIGH_E] = [523, 659, 784, 1047, 1319] as const;

const SOUNDS: Record<Sound, (context: AudioContext, at: number) => void> = {
  card: (context, at) => rush(context, at, 2600, 0.07, 0.25),
  chips: (context, at) => {
    for (const [index, pitch] of [5200, 4300, 4800].entries()) rush(context, at + index * 0.045, pitch, 0.04, 0.3);
  },
  win: (context, at) => {
    for (const [index, pitch] of [C, E, G].entries()) note(context, at + index * 0.09, pitch, 0.3, 0.12);
  },
  jackpot: (context, at) => {
    const tune = [C, E, G, HIGH_C, G, HIGH_C, HIGH_E];
    for (const [index, pitch] of tune.entries()) note(context, at + index * 0.16, pitch, 0.6, 0.16);
  },
};

/** Let *sound* be heard in *delayMs*, if the player wants sound. */
export function hear(sound: Sound, delayMs = 0): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  // A browser is silent until somebody has touched the page: nothing is saved up until then.
  if (audio.state !== "running") void audio.resume();
  else SOUNDS[sound](audio, audio.currentTime + delayMs / 1000);
}

/** Shake the telephone, if it can and the player lets it: milliseconds on, off, on ... */
export function shake(...pattern: number[]): void {
  if (settings.haptics && !isStill()) navigator.vibrate?.(pattern);
}
