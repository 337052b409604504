// Completes an official base's answer: the face verdict for a similarity, and what was not compared. Pure.
import { type OfficialResult, unseenParts } from './official-schema.ts'

/** Similarities from 0 to 1: the face is the same from `match` on, and surely another below `noMatch`. */
export type FaceBands = { readonly match: number; readonly noMatch: number }
/** The bands of Datavalid: "altíssima probabilidade" from 93 %, "baixíssima" below 32 %. */
export const faceBands: FaceBands = { match: 0.93, noMatch: 0.32 }

export const faceOf = (similarity: number, { match, noMatch }: FaceBands = faceBands) =>
  similarity >= match ? 'match' : similarity < noMatch ? 'no-match' : 'doubtful'

/** Adds the face verdict for a similarity, and everything that was not seen. */
export function completeOfficial(answer: OfficialResult): OfficialResult {
  const { inBase, similarity, fields = {}, notSeen = [] } = answer
  const face = answer.face ?? (similarity === undefined ? undefined : faceOf(similarity))
  const unseen = {
    person: inBase === false,
    portrait: face === undefined,
    fields: Object.keys(fields).length === 0,
  }
  return {
    ...answer,
    ...(face && { face }),
    notSeen: unseenParts.filter((part) => unseen[part] || notSeen.includes(part)),
  }
}

/** Whether the answer says anything about the question; an empty one is no answer. */
export const hasFindings = ({ inBase, face, similarity, fields, notSeen = [] }: OfficialResult) =>
  inBase === false ||
  face !== undefined ||
  similarity !== undefined ||
  Object.keys(fields ?? {}).length > 0 ||
  notSeen.length > 0
