import { type ErrorCode, errors } from '#src/platform/errors.ts'

const text = (description: string) => ({ type: 'string' as const, description })

/** The schema of every problem document, one for all, so that generated clients have one type of refusal. */
export const sharedProblem = {
  type: 'object' as const,
  description: 'A problem document of RFC 9457. Some codes bring further members.',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: { ...text('Answers with prose about the code'), format: 'uri-reference' },
    title: text('The same for every problem of this code'),
    status: { type: 'integer' as const },
    code: {
      ...text(
        `What to switch over. The list grows: treat a code that you do not know by its status. Today: ${Object.keys(errors).join(', ')}`,
      ),
      examples: ['not-found'],
    },
    detail: text('About this occurrence; never holds a value that was sent'),
    requestId: text('As in the header Request-Id: name it when you ask about the problem'),
    scope: text('The scope that the credential lacks, with `scope-missing`'),
    checksLeft: {
      type: 'integer' as const,
      description: 'How many codes may still be tried, with `code-mismatch`',
    },
    errors: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: text(
            '`#/phone/number` is in the body; `query#/…` and `header#/…` there. It names declared fields and indexes alone, and stops above a key of your own',
          ),
          code: text('What is wrong with the field'),
          detail: text('The same as a sentence'),
          line: { type: 'integer' as const, description: 'In the text of a document, from 1' },
          column: { type: 'integer' as const, description: 'In its line, from 1' },
        },
      },
    },
  },
}

/** The problem response of one status; its description and `x-codes` list the possible codes. */
export function problemResponses(codes: ErrorCode[]) {
  const schema = { $ref: '#/components/schemas/Problem' }
  return {
    description: codes.map((code) => `\`${code}\`: ${errors[code].title}`).join('\n\n'),
    content: { 'application/problem+json': { schema } },
    'x-codes': codes,
  } as const
}
