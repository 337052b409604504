// What a person hears and feels, where the device allows it: they may not see the screen while their head is turned.

export type Feedback = {
  /** Something has succeeded. */
  done(): void
  /** Reads aloud, once the person has asked for it. */
  say(text: string): void
}

const beepHz = 880
const beepSeconds = 0.12
const shakeMs = 60

/** To be made within the handler of a press: browsers allow sound from there alone. */
export function createFeedback(language: string, isAloud: () => boolean): Feedback {
  const audio = openAudio()
  let said = ''
  return {
    done() {
      // Absent on iOS.
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
