// The camera of the tests' browser, and what can be wrong with one.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Page } from 'playwright-core'
import { ordinaryPhone } from '#src/sandbox/outcomes/phone-device.ts'
import { type Camera, dataFile } from './person.ts'

/** Chromium plays one file for as long as it runs, and reads it anew at each opening: so it is a link. */
export function createCamera(): Camera {
  const file = join(mkdtempSync(join(tmpdir(), 'atesta-camera-')), 'camera.mjpeg')
  return {
    args: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    show(film) {
      rmSync(file, { force: true })
      symlinkSync(isAbsolute(film) ? film : dataFile(`capture/${film}`), file)
    },
  }
}

/**
 * No sensor gives the same picture twice, and nobody stands as still as a film that begins anew, which is no living face:
 * so each picture that is taken is a little farther and aside, and has a corner of its own.
 */
export const grain = `{
  const { prototype } = CanvasRenderingContext2D
  const { drawImage } = prototype
  let taken = 0
  prototype.drawImage = function (source, ...places) {
    drawImage.call(this, source, ...places)
    if (!(source instanceof HTMLVideoElement)) return
    taken += 1
    const [x, y, width, height] = places
    const farther = 0.96 + ((taken * 0.618) % 1) * 0.03
    const aside = ((taken * 0.382) % 1) * (1 - farther)
    drawImage.call(this, source, x + aside * width, y + aside * height, farther * width, farther * height)
    this.fillStyle = \`rgb(\${(taken * 37) % 256} \${(taken * 101) % 256} \${taken % 256})\`
    this.fillRect(0, 0, 16, 16)
  }
}`

/** Whoever drives a browser with a film for a camera is not let through: so this one says that it is a person's phone. */
export const ownPhone = {
  userAgent: ordinaryPhone.ua,
  script: `{
    const say = (of, name, value) => Object.defineProperty(of.prototype, name, { get: () => value })
    say(Navigator, 'webdriver', false)
    say(Navigator, 'platform', '${ordinaryPhone.platform}')
    say(MediaStreamTrack, 'label', 'camera2 1, facing front')
    const { getParameter } = WebGLRenderingContext.prototype
    const renderer = 0x9246
    WebGLRenderingContext.prototype.getParameter = function (name) {
      return name === renderer ? '${ordinaryPhone.gpu}' : getParameter.call(this, name)
    }
  }`,
} as const

/** Instead of a camera the browser has an error, as `getUserMedia` names it. */
export const withoutCamera = (name: string): string =>
  `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}'))`

/** A clock that is a day ahead. */
export const dayAhead = 'const now = Date.now.bind(Date); Date.now = () => now() + 86_400_000'

/** As in a call, or while another app has the camera: its track is muted, and the video paused until it ends. */
export const interrupt = (page: Page, isOver: boolean): Promise<void> =>
  page.evaluate(`{
    const video = document.getElementById('video')
    const [track] = video.srcObject.getVideoTracks()
    Object.defineProperty(track, 'muted', { configurable: true, value: ${!isOver} })
    if (${isOver}) delete video.play
    else video.play = () => Promise.reject(new DOMException('', 'AbortError'))
    if (!${isOver}) video.pause()
    track.dispatchEvent(new Event('${isOver ? 'unmute' : 'mute'}'))
  }`)

/** As when it is pulled out, or another program takes it: its track ends. */
export const takeCameraAway = (page: Page): Promise<void> =>
  page.evaluate(`{
    const [track] = document.getElementById('video').srcObject.getVideoTracks()
    track.stop()
    track.dispatchEvent(new Event('ended'))
  }`)
