// What the image of the service holds of the packages' models: those that are loaded, and whose licences NOTICE names.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'

const { resolve } = createRequire(import.meta.url)
const dockerfile = readFileSync(join(import.meta.dirname, '../../../../Dockerfile'), 'utf8')

/** What is left in the folder behind `cd …FOLDER`, when the line after it has removed its part. */
function listLeft(folder: string, files: readonly string[]): string[] {
  const [, patterns = ''] =
    new RegExp(`${folder} \\\\\\n  && rm -f ([^\\\\\\n]+)`).exec(dockerfile) ?? []
  const removed = patterns.trim().split(' ')
  return files.filter((file) => !removed.some((pattern) => matchesGlob(file, pattern)))
}

test('no weights are in the image that nothing permits, livenessnet among them', () => {
  const human = readdirSync(join(dirname(resolve('@vladmandic/human')), '../models'))
  const weights = listLeft('human/models', human).filter((file) => file.endsWith('.bin'))
  expect(weights).toEqual(['blazeface.bin', 'facemesh.bin'])
  const faceApi = readdirSync(join(dirname(resolve('@vladmandic/face-api')), '../model'))
  expect(listLeft('face-api/model', faceApi).filter((file) => file.endsWith('.bin'))).toEqual([
    'face_landmark_68_model.bin',
    'face_recognition_model.bin',
    'tiny_face_detector_model.bin',
  ])
})
