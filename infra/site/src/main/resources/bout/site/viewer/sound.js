/** Short sounds for important moments, made by the browser without any files. Loaded when somebody switches sound on. */

const LOUDNESS = 0.22;

/** How long after a sound the same one is silent, so that a fast match does not rattle. */
const REST_SECONDS = 0.09;

/** The noise of one sound may be so long. */
const NOISE_SECONDS = 1;

/**
 * A voice of a sound: an oscillator, or noise behind a low-pass filter, whose frequency moves from one value to another.
 *
 * @param {OscillatorType | "noise"} type
 * @param {number} from in hertz
 * @param {number} to in hertz
 * @param {number} at seconds after the sound's begin
 * @param {number} seconds until it has faded
 * @param {number} loud from 0 to 1
 */
const voice = (type, from, to, at, seconds, loud = 1) => ({ type, from, to, at, seconds, loud });

/** Every sound by its name, which says what it is like. The games choose among them in their `sounds.js`. */
export const SOUNDS = {
  bite: [voice("triangle", 330, 520, 0, 0.09), voice("triangle", 420, 640, 0.07, 0.09)],
  chime: [voice("sine", 784, 784, 0, 0.25, 0.8), voice("sine", 1_175, 1_175, 0.08, 0.35, 0.7)],
  clash: [voice("noise", 3_500, 900, 0, 0.14, 0.6), voice("square", 210, 120, 0, 0.12, 0.35)],
  boom: [voice("noise", 900, 60, 0, 0.7), voice("sine", 120, 32, 0, 0.6, 0.9)],
  crash: [voice("noise", 1_800, 200, 0, 0.35, 0.8), voice("triangle", 180, 60, 0.03, 0.3, 0.6)],
  fill: [voice("sine", 392, 659, 0, 0.16, 0.8)],
  fade: [voice("sawtooth", 330, 70, 0, 0.5, 0.35)],
  zap: [voice("square", 1_300, 180, 0, 0.22, 0.4), voice("noise", 5_000, 700, 0, 0.25, 0.5)],
  buzz: [voice("sawtooth", 120, 105, 0, 0.3, 0.4)],
  end: [
    voice("triangle", 523, 523, 0, 0.3, 0.7),
    voice("triangle", 659, 659, 0.12, 0.3, 0.7),
    voice("triangle", 784, 784, 0.24, 0.6, 0.8),
  ],
};

/** @typedef {keyof typeof SOUNDS} SoundName */

/**
 * Plays a sound.
 *
 * @param {BaseAudioContext} context
 * @param {AudioBuffer} noise of this context
 * @param {SoundName} name
 * @param {number} time when it begins, in seconds of the context
 */
export function playSound(context, noise, name, time) {
  for (const { type, from, to, at, seconds, loud } of SOUNDS[name]) {
    const begin = time + at;
    const end = begin + seconds;
    const volume = context.createGain();
    volume.gain.setValueAtTime(0, begin);
    // Neither step is sudden: that would click.
    volume.gain.linearRampToValueAtTime(LOUDNESS * loud, begin + 0.008);
    volume.gain.exponentialRampToValueAtTime(LOUDNESS * loud * 0.001, end);
    volume.connect(context.destination);
    const [source, pitch] = type === "noise" ? filtered(context, noise, volume) : tone(context, type, volume);
    pitch.setValueAtTime(from, begin);
    pitch.exponentialRampToValueAtTime(to, end);
    source.start(begin);
    source.stop(end);
  }
}

/**
 * @param {BaseAudioContext} context
 * @param {OscillatorType} type
 * @param {AudioNode} volume
 * @returns {[OscillatorNode, AudioParam]} what makes the sound, and its frequency
 */
function tone(context, type, volume) {
  const source = context.createOscillator();
  source.type = type;
  source.connect(volume);
  return [source, source.frequency];
}

/**
 * @param {BaseAudioContext} context
 * @param {AudioBuffer} noise
 * @param {AudioNode} volume
 * @returns {[AudioBufferSourceNode, AudioParam]} what makes the sound, and the frequency of its filter
 */
function filtered(context, noise, volume) {
  const source = context.createBufferSource();
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = "lowpass";
  source.connect(filter).connect(volume);
  return [source, filter.frequency];
}

/** Noise for `playSound`. @param {BaseAudioContext} context */
export function noiseFor(context) {
  const noise = context.createBuffer(1, NOISE_SECONDS * context.sampleRate, context.sampleRate);
  noise.getChannelData(0).forEach((_, index, samples) => {
    samples[index] = 2 * Math.random() - 1;
  });
  return noise;
}

/** The loudspeaker of a page. */
export class Speaker {
  #context;
  #noise;
  #silentUntil = new Map();

  /** @param {AudioContext} context made after a click or a key: before one, browsers stay silent */
  constructor(context) {
    this.#context = context;
    this.#noise = noiseFor(context);
  }

  /** Plays a sound now, unless the same one has just begun. @param {SoundName} name */
  play(name) {
    const now = this.#context.currentTime;
    if (this.#context.state !== "running") {
      // Where the browser refuses, this sound and the next ones are missing; there is nothing to be done about it.
      this.#context.resume().catch(() => {});
    }
    if (now < (this.#silentUntil.get(name) ?? 0)) {
      return;
    }
    this.#silentUntil.set(name, now + REST_SECONDS);
    playSound(this.#context, this.#noise, name, now);
  }
}
