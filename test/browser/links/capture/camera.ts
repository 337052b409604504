// The camera of the tests' browser, and what can be wrong with one.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { dataFile } from './person.ts'

export type Camera = {
  /** For the start of the browser. */
  readonly args: readonly string[]
  /** What it plays from now on, whenever a page opens it. */
  show(film: string): void
}

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
      symlinkSync(dataFile(`capture/${film}`), file)
    },
  }
}

/**
 * No sensor gives the same picture twice, but a film that begins anew does, and then it is no living face: so each
 * picture that is taken has a corner of its own.
 */
export const grain = `{
  const { prototype } = CanvasRenderingContext2D
  const { drawImage } = prototype
  let taken = 0
  prototype.drawImage = function (source, ...places) {
    drawImage.call(this, source, ...places)
    if (!(source instanceof HTMLVideoElement)) return
    taken += 1
    this.fillStyle = \`rgb(\${(taken * 37) % 256} \${(taken * 101) % 256} \${taken % 256})\`
    this.fillRect(0, 0, 16, 16)
  }
}`

/** Instead of a camera the browser has an error, as `getUserMedia` names it. */
export const withoutCamera = (name: string): string =>
  `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}'))`

/** A clock that is a day ahead. */
export const dayAhead = 'const now = Date.now.bind(Date); Date.now = () => now() + 86_400_000'

/** As when it is pulled out, or another program takes it: its track ends. */
export const takeCameraAway = (page: Page): Promise<void> =>
  page.evaluate(`{
    const [track] = document.getElementById('video').srcObject.getVideoTracks()
    track.stop()
    track.dispatchEvent(new Event('ended'))
  }`)
