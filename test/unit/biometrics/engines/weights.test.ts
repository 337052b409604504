// What the image of the service holds of the packages' models: those that are loaded, and whose licences NOTICE names.
import { expect, test } from 'vitest'
import { listKept } from '#tools/image-packages.ts'

const weightsOf = (name: string): readonly string[] =>
  listKept('engines', name).filter((file) => file.endsWith('.bin'))

test('no weights are in the image that nothing permits, livenessnet among them', () => {
  expect(weightsOf('@vladmandic/human')).toEqual(['models/blazeface.bin', 'models/facemesh.bin'])
  expect(weightsOf('@vladmandic/face-api')).toEqual([
    'model/face_landmark_68_model.bin',
    'model/face_recognition_model.bin',
    'model/tiny_face_detector_model.bin',
  ])
})
