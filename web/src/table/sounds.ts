// The sounds of a table, made on the spot from tones and noise: nothing to load. Silent unless the player has asked
// for sound.

import { settings } from "#/settings.svelte";

export type Sound = "card" | "train" | "station" | "turn" | "last" | "tunnel" | "ticket" | "end";

interface Part {
  at: number;
  lasts: number;
  loud: number;
  /** A tone's pitch, or the middle of the band that noise is cut to. */
  hertz: number;
  /** Where the pitch glides to. */
  to?: number;
  shape: OscillatorType | "noise";
}

const noise = (at: number, hertz: number, lasts: number, loud: number, to?: number): Part => ({
  at,
  hertz,
  lasts,
  loud,
  to,
  shape: "noise",
});

const bell = (at: number, hertz: number, lasts: number, loud = 0.05): Part[] => [
  { at, hertz, lasts, loud, shape: "sine" },
  { at, hertz: hertz * 2.76, lasts: lasts / 3, loud: loud / 4, shape: "sine" },
];

const horn = (at: number, lasts: number): Part[] =>
  [349, 440, 523].map((hertz) => ({ at, hertz, lasts, loud: 0.022, to: hertz * 0.985, shape: "sawtooth" }));

/** An engine that pulls away: a puff for each wagon, closer and closer, then its whistle. */
function train(wagons: number): Part[] {
  const puffs = Array.from({ length: wagons + 1 }, (_, i) =>
    noise(0.13 * i - 0.006 * i * i, 380 + 60 * i, 0.1, 0.16, 160),
  );
  const start = (puffs.at(-1)?.at ?? 0) + 0.12;
  return wagons > 2 ? [...puffs, ...horn(start, 0.18 + 0.04 * wagons)] : puffs;
}

/** Digging: a low rumble under three knocks, each higher than the one before. */
const DIG: Part[] = [
  { at: 0, hertz: 55, to: 82, lasts: 1.3, loud: 0.07, shape: "triangle" },
  ...[0, 1, 2].map((i) => noise(0.4 * (i + 1), 700 + 350 * i, 0.09, 0.2, 300)),
];

const MADE: Readonly<Record<Sound, (size: number) => readonly Part[]>> = {
  card: () => [noise(0, 2600, 0.07, 0.09, 4200)],
  train,
  station: () => [noise(0, 500, 0.06, 0.2, 200), noise(0.14, 600, 0.06, 0.2, 250), ...bell(0.3, 784, 0.5)],
  turn: () => [...bell(0, 659, 0.35), ...bell(0.14, 880, 0.5)],
  last: () => [0, 0.28, 0.56].flatMap((at) => bell(at, 587, 0.6, 0.06)),
  tunnel: () => DIG,
  ticket: () => [523, 659, 784, 1047].flatMap((hertz, i) => bell(0.09 * i, hertz, 0.55)),
  end: () => [392, 523, 659, 784, 1047].flatMap((hertz, i) => bell(0.13 * i, hertz, 1.1)).concat(horn(0.7, 0.7)),
};

let context: AudioContext | undefined;
let hiss: AudioBuffer | undefined;

/** Make a sound, if sound is wanted; `size` is the number of wagons laid. */
export function playSound(sound: Sound | null, size = 1): void {
  if (!sound || !settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  for (const part of MADE[sound](size)) ring(context, part);
}

function ring(on: AudioContext, part: Part): void {
  const start = on.currentTime + part.at;
  const gain = on.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(part.loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + part.lasts);
  gain.connect(on.destination);
  const source = part.shape === "noise" ? hissing(on, part, start, gain) : toned(on, part, start, gain);
  source.start(start);
  source.stop(start + part.lasts);
}

function toned(on: AudioContext, { hertz, to = hertz, lasts, shape }: Part, start: number, into: AudioNode) {
  const oscillator = on.createOscillator();
  oscillator.type = shape as OscillatorType;
  oscillator.frequency.setValueAtTime(hertz, start);
  oscillator.frequency.linearRampToValueAtTime(to, start + lasts);
  oscillator.connect(into);
  return oscillator;
}

function hissing(on: AudioContext, { hertz, to = hertz, lasts }: Part, start: number, into: AudioNode) {
  const source = on.createBufferSource();
  source.buffer = hiss ??= white(on);
  const band = on.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.setValueAtTime(hertz, start);
  band.frequency.exponentialRampToValueAtTime(to, start + lasts);
  source.connect(band).connect(into);
  return source;
}

function white(on: AudioContext): AudioBuffer {
  const buffer = on.createBuffer(1, on.sampleRate, on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  return buffer;
}
