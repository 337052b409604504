// What follows from an official base's answer itself: the face that a similarity stands for, and what was not seen. Pure.
import { type OfficialResult, unseenParts } from './official-schema.ts'

/** From 0 to 1: from which similarity on it is the same face, and below which surely another one. */
export type FaceBands = { readonly match: number; readonly noMatch: number }
/** The bands of Datavalid: "altíssima probabilidade" from 93 %, "baixíssima" below 32 %. */
export const faceBands: FaceBands = { match: 0.93, noMatch: 0.32 }

export const faceOf = (similarity: number, { match, noMatch }: FaceBands = faceBands) =>
  similarity >= match ? 'match' : similarity < noMatch ? 'no-match' : 'doubtful'

/** With the face that a similarity stands for, and all that was not seen. */
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

/** Whether it says anything of what was asked: silence is no answer. */
export const saysAnything = ({ inBase, face, similarity, fields, notSeen = [] }: OfficialResult) =>
  inBase === false ||
  face !== undefined ||
  similarity !== undefined ||
  Object.keys(fields ?? {}).length > 0 ||
  notSeen.length > 0
