// Finds the labels of a page in spite of misread letters. Where a longer label matches, it takes its words from
// shorter ones that it contains.
import { distance, fold, heightOf, toRows, type Word } from './words.ts'

export type LabelName =
  | 'name'
  | 'parents'
  | 'birth'
  | 'birth-and-place'
  | 'issued'
  | 'expires'
  | 'cpf'
  | 'register'
  | 'register-and-cpf'
  | 'identity'
  | 'issuer'
  | 'origin'
  | 'voter'
  /** The label of another number than a CPF. Its value is left out, and it ends the value of the label before it. */
  | 'other-number'
  /** A label whose value is not read; it only ends the value of the label before it. */
  | 'bound'

export type Label = {
  readonly name: LabelName
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly words: readonly Word[]
}

/** The texts of labels as documents print them, without the numbers before some of them. */
const spellings: Readonly<Record<LabelName, readonly string[]>> = {
  name: ['NOME', 'NOME E SOBRENOME', 'NOME NAME'],
  parents: ['FILIACAO', 'FILIACAO FILIATION'],
  birth: ['DATA NASC', 'DATA NASCIMENTO', 'DATA DE NASCIMENTO', 'DATA DE NASCIMENTO DATE OF BIRTH'],
  'birth-and-place': ['DATA LOCAL E UF DE NASCIMENTO'],
  issued: [
    'DATA DE EXPEDICAO',
    'DATA EXPEDICAO',
    'DATA DE EMISSAO',
    'DATA EMISSAO',
    'DATA DE EMISSAO DATE OF ISSUE',
  ],
  expires: ['VALIDADE', 'DATA DE VALIDADE', 'DATA DE VALIDADE DATE OF EXPIRY'],
  cpf: ['CPF'],
  register: ['REGISTRO GERAL', 'REGISTRO CIVIL', 'RG'],
  'register-and-cpf': ['REGISTRO GERAL CPF', 'REGISTRO GERAL CPF PERSONAL NUMBER'],
  identity: ['DOC IDENTIDADE ORG EMISSOR', 'DOC IDENTIDADE ORG EMISSOR UF'],
  issuer: [
    'ORGAO EXPEDIDOR',
    'ORG EXPEDIDOR',
    'ORGAO EXPEDIDOR UF',
    'ORG EXPEDIDOR UF',
    'ORGAO EMISSOR UF',
    'ORG EMISSOR UF',
    'ORGAO EXPEDIDOR CARD ISSUER',
  ],
  origin: ['NATURALIDADE', 'LOCAL', 'NATURALIDADE PLACE OF BIRTH'],
  voter: ['TITULO ELEITOR', 'TITULO DE ELEITOR', 'T ELEITOR'],
  'other-number': ['N REGISTRO', 'NO REGISTRO', 'NUMERO REGISTRO'],
  bound: [
    'NOME SOCIAL SOCIAL NAME',
    'SEXO SEX',
    'NACIONALIDADE',
    'NACIONALIDADE NATIONALITY',
    'ASSINATURA DO TITULAR',
    'ASSINATURA DO TITULAR CARDHOLDER SIGNATURE',
    'LOCAL DE EMISSAO PLACE OF ISSUE',
    'DOC ORIGEM',
    'CAT HAB',
    'PERMISSAO',
    'ACC',
    '1 HABILITACAO',
    '1A HABILITACAO',
    'OBSERVACOES',
    'REPUBLICA FEDERATIVA DO BRASIL',
    'CARTEIRA DE IDENTIDADE',
    'CARTEIRA NACIONAL DE HABILITACAO',
  ],
}

const patterns = Object.entries(spellings).flatMap(([name, texts]) =>
  // Safe because these are the keys of the record above.
  texts.map((text) => ({ name: name as LabelName, text: fold(text) })),
)
const wordsMax = 8

type Candidate = { readonly label: Label; readonly score: number }

export function findLabels(words: readonly Word[]): Label[] {
  const candidates = toRows(words).flatMap(candidatesIn)
  const taken = new Set<Word>()
  const labels: Label[] = []
  for (const { label } of candidates.toSorted((a, b) => b.score - a.score)) {
    if (label.words.some((word) => taken.has(word))) continue
    for (const word of label.words) taken.add(word)
    labels.push(label)
  }
  return labels
}

function candidatesIn(row: readonly Word[]): Candidate[] {
  const found: Candidate[] = []
  for (let from = 0; from < row.length; from++)
    for (const words of runsFrom(row, from)) {
      // Specks of the background are not part of a label.
      if (fold(words[0]?.text ?? '') === '' || fold(words.at(-1)?.text ?? '') === '') continue
      const text = fold(words.map((word) => word.text).join(''))
      const x0 = numberedFrom(row, from)
      for (const pattern of patterns) {
        const score = scoreOf(text, pattern.text)
        if (score !== undefined)
          found.push({ score, label: { ...toLabel(pattern.name, words), x0 } })
      }
    }
  return found
}

/**
 * The left end of a label including the number before it, `4a` or `2 e 1`, because the value is printed below that end.
 */
function numberedFrom(row: readonly Word[], from: number): number {
  let [x0, height] = [row[from]?.x0 ?? 0, heightOf(row[from] ?? { y0: 0, y1: 0 })]
  for (const word of row.slice(0, from).toReversed()) {
    if (x0 - word.x1 > 1.2 * height || !/^(\d{1,2}[A-Z]?|E)$/.test(fold(word.text))) break
    x0 = word.x0
    height = Math.max(height, heightOf(word))
  }
  return x0
}

/** The runs of words from one word on, up to the next gap. */
function* runsFrom(row: readonly Word[], from: number): Generator<Word[]> {
  const run: Word[] = []
  // Uses the greatest height so far, because a dash has hardly any.
  let height = 0
  for (const word of row.slice(from, from + wordsMax)) {
    const last = run.at(-1)
    if (last && word.x0 - last.x1 > 2.2 * height) return
    run.push(word)
    height = Math.max(height, heightOf(word))
    yield [...run]
  }
}

/** Undefined when too much of the text differs; a short word must be equal. */
function scoreOf(text: string, pattern: string): number | undefined {
  const { length } = pattern
  const editsMax = length <= 3 ? 0 : length === 4 ? 1 : Math.floor(length / 4)
  if (Math.abs(text.length - length) > editsMax) return undefined
  const edits = distance(text, pattern)
  return edits > editsMax ? undefined : length - 3 * edits
}

const toLabel = (name: LabelName, words: readonly Word[]): Label => ({
  name,
  words,
  x0: Math.min(...words.map(({ x0 }) => x0)),
  y0: Math.min(...words.map(({ y0 }) => y0)),
  x1: Math.max(...words.map(({ x1 }) => x1)),
  y1: Math.max(...words.map(({ y1 }) => y1)),
})
