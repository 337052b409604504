// The thread that `parse-apart.ts` starts.
import { parentPort } from 'node:worker_threads'
import type { TextAnswer, TextQuestion } from './parse-apart.ts'
import { parseText } from './text.ts'

/** No answer shows more faults. */
const faultsMax = 100

parentPort?.on('message', (question: TextQuestion) => {
  parentPort?.postMessage({ id: question.id, answer: answerOf(question) })
})

function answerOf({ text, isJson, faults = [] }: TextQuestion): TextAnswer {
  const read = parseText(text, isJson)
  if ('faults' in read) return { faults: read.faults.slice(0, faultsMax) }
  const { parsed } = read
  return { value: parsed.value, positions: faults.map((one) => parsed.locate(one)) }
}
