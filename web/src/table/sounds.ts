// A few small sounds, made on the spot: nothing to load. Silent unless the player has asked for sound.

import { settings } from "#/settings.svelte";

export type Sound = "card" | "train" | "station" | "turn" | "last";

interface Tone {
  at: number;
  hertz: number;
  lasts: number;
  loud: number;
  shape: OscillatorType;
}

const tone = (at: number, hertz: number, lasts: number, loud = 0.06, shape: OscillatorType = "triangle"): Tone => ({
  at,
  hertz,
  lasts,
  loud,
  shape,
});

const SOUNDS: Readonly<Record<Sound, readonly Tone[]>> = {
  card: [tone(0, 880, 0.05, 0.03, "square")],
  train: [tone(0, 196, 0.07), tone(0.08, 220, 0.07), tone(0.16, 262, 0.1)],
  station: [tone(0, 262, 0.1), tone(0.1, 392, 0.14)],
  turn: [tone(0, 659, 0.12, 0.05, "sine"), tone(0.12, 880, 0.22, 0.05, "sine")],
  last: [tone(0, 587, 0.3, 0.05, "sine"), tone(0.05, 740, 0.3, 0.05, "sine"), tone(0.35, 587, 0.4, 0.05, "sine")],
};

let context: AudioContext | undefined;

/** Make a sound, if sound is wanted. */
export function playSound(sound: Sound | null): void {
  if (!sound || !settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  for (const part of SOUNDS[sound]) ring(context, part);
}

function ring(on: AudioContext, { at, hertz, lasts, loud, shape }: Tone): void {
  const start = on.currentTime + at;
  const oscillator = on.createOscillator();
  const gain = on.createGain();
  oscillator.type = shape;
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  oscillator.connect(gain).connect(on.destination);
  oscillator.start(start);
  oscillator.stop(start + lasts);
}
