// Notices that a camera gives no more pictures, as phones do during a call or while another app has it, and plays the
// video again as soon as it can be.

export type Flow = {
  /** Whether no new picture has come for a while. */
  readonly isStopped: () => boolean
  /** Resolves when pictures come; rejects with the reason of the signal. */
  readonly untilFlowing: (ending: AbortSignal) => Promise<void>
  readonly stop: () => void
}

/** A camera in the dark still gives five pictures a second, so one that gives none for this long has stopped. */
const stillMs = 2_000
const lookMs = 200

/** `onChange` is called when the camera stops giving pictures, and when it gives them again. */
export function watchFlow(
  video: HTMLVideoElement,
  track: MediaStreamTrack | undefined,
  onChange: (isStopped: boolean) => void,
): Flow {
  let [seenAt, isStopped, isOver] = [performance.now(), false, false]
  let seenTime = video.currentTime
  const waiting = new Set<() => void>()
  const see = () => {
    seenAt = performance.now()
    if (!isOver) video.requestVideoFrameCallback(see)
  }
  const tellsFrames = typeof video.requestVideoFrameCallback === 'function'
  if (tellsFrames) video.requestVideoFrameCallback(see)

  function look(): void {
    if (!tellsFrames && video.currentTime !== seenTime) seenAt = performance.now()
    seenTime = video.currentTime
    // Browsers pause the video of a camera that is taken from them, and do not play it again by themselves.
    if (video.paused && !document.hidden) void video.play().catch(() => undefined)
    const isStill = performance.now() - seenAt > stillMs
    const now = track?.muted === true || video.paused || isStill
    if (now !== isStopped) {
      isStopped = now
      onChange(now)
    }
    if (now) return
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
  const looking = setInterval(look, lookMs)
  track?.addEventListener('mute', look)
  track?.addEventListener('unmute', look)

  return {
    isStopped: () => isStopped,
    untilFlowing: (ending) =>
      new Promise((resolve, reject) => {
        if (!isStopped) return resolve()
        waiting.add(resolve)
        ending.addEventListener('abort', () => reject(ending.reason as Error), { once: true })
      }),
    stop() {
      isOver = true
      clearInterval(looking)
    },
  }
}
