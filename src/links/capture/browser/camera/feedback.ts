// Sounds, vibration and speech where the device allows them, because the person may not see the screen while their head
// is turned.

export type Feedback = {
  /** Signals a success. */
  done(): void
  /** Reads a text aloud, if the person has turned that on. */
  say(text: string): void
}

const beepHz = 880
const beepSeconds = 0.12
const shakeMs = 60

/** Must be called within a click handler, because browsers allow sound only from there. */
export function createFeedback(language: string, isAloud: () => boolean): Feedback {
  const audio = openAudio()
  let said = ''
  return {
    done() {
      // iOS lacks this function.
      navigator.vibrate?.(shakeMs)
      if (audio) beep(audio)
    },
    say(text) {
      if (text === said || !isAloud() || !('speechSynthesis' in window)) return
      said = text
      speechSynthesis.cancel()
      const spoken = new SpeechSynthesisUtterance(text)
      spoken.lang = language
      speechSynthesis.speak(spoken)
    },
  }
}

function openAudio(): AudioContext | undefined {
  try {
    return new AudioContext()
  } catch {
    return undefined
  }
}

function beep(audio: AudioContext): void {
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = beepHz
  volume.gain.value = 0.08
  tone.connect(volume).connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + beepSeconds)
}
