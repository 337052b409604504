// Interprets a typed text: its first word or digit decides. Pure. A yes counts only in a text that does not also say
// no: losing a no costs more than asking again.

export type Options = readonly { readonly option: number; readonly label: string }[]

/** `opt-out`: nothing more is to be sent; `opt-in` takes it back. */
export type Answer = number | 'opt-out' | 'opt-in'

const listOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const yes = listOf(
  'SIM SS SIIM S YES YEP Y OK OKAY CONFIRMO CONFIRMADO CONFIRMA CONFIRMAR CONFIRM CORRETO CERTO ISSO ' +
    'POSITIVO AUTORIZO AUTORIZADO APROVO APROVADO RECONHECO FUI CLARO AFIRMATIVO',
)
const no = listOf(
  'NAO NAUM NN N NO NOT NOPE NEVER NEGATIVO NEGO NEGADO RECUSO DESCONHECO NUNCA JAMAIS FRAUDE GOLPE ' +
    'CANCELAR CANCELA CANCELE CANCELO CANCEL',
)
/** Said before the word that counts. */
const fillers = listOf('EU I')

/** A text that is one of these and nothing else; at an open question some of them say no instead. */
const optOuts = listOf(
  'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT OPTOUT REVOKE PARE PARAR SAIR CANCELAR DESCADASTRAR',
)
const optIns = listOf('START UNSTOP VOLTAR')
const alsoNo = listOf('CANCELAR CANCEL')

const wordsMax = 64

/**
 * An option's number or label, a word for yes or no where the options mean that, or an opt-out or
 * opt-in; undefined for what is not understood, or says two things. `CANCELAR` is an opt-out where no question is
 * open, and a no where one is.
 */
export function readAnswer(text: string, options: Options = [], isOpen = true): Answer | undefined {
  const words = wordsOf(text)
  const whole = words.join(' ')
  const labelled = options.find(({ label }) => wordsOf(label).join(' ') === whole)
  if (labelled && whole !== '') return labelled.option
  const optOut = readOptOut(whole)
  const meaning = meaningOf(options)
  if (optOut && !(isOpen && meaning && alsoNo.has(whole))) return optOut
  return readOption(words, options, meaning)
}

/** Whether the text is an opt-out that would be a no to a question that is open. */
export const isAlsoNo = (text: string): boolean => alsoNo.has(wordsOf(text).join(' '))

function readOptOut(word: string): 'opt-out' | 'opt-in' | undefined {
  if (optOuts.has(word)) return 'opt-out'
  return optIns.has(word) ? 'opt-in' : undefined
}

/** Whether an option is the yes of a question; undefined for one that means something else. */
export function affirms(option: number | null, options: Options): boolean | undefined {
  const meaning = meaningOf(options)
  return meaning && option === meaning.yes
}

type Meaning = { readonly yes: number; readonly no: number }

/** Which of two options is the yes, by their labels; undefined: they mean something else. */
function meaningOf(options: Options): Meaning | undefined {
  const said = options.map(({ option, label }) => ({ option, says: saidBy(wordsOf(label)) }))
  const [agreeing, ...moreAgreeing] = said.filter(({ says }) => says === 'yes')
  const [denying, ...moreDenying] = said.filter(({ says }) => says === 'no')
  if (!agreeing || !denying || moreAgreeing.length + moreDenying.length > 0) return undefined
  return { yes: agreeing.option, no: denying.option }
}

function readOption(
  words: readonly string[],
  options: Options,
  meaning: Meaning | undefined,
): number | undefined {
  const [first = '', ...rest] = before.has(words[0] ?? '') ? words.slice(1) : words
  const numbered = options.find(({ option }) => first.replace(/^0/, '') === String(option))
  const said = saidBy(numbered ? rest : words)
  if (!numbered) return meaning && said && said !== 'both' ? meaning[said] : undefined
  const isOther = rest.some(
    (word) => word !== first && options.some(({ option }) => word === String(option)),
  )
  if (isOther) return undefined
  // `1 para SIM`: what follows the digit must not say the other thing.
  if (!meaning) return numbered.option
  if (numbered.option === meaning.no) return said === 'yes' ? undefined : numbered.option
  return rest.some((word) => no.has(word)) ? undefined : numbered.option
}

/** What words say of yes and no: by the first that says anything, and a yes with a no in it says both. */
function saidBy(words: readonly string[]): 'yes' | 'no' | 'both' | undefined {
  const [first = '', ...rest] = words.filter((word) => !fillers.has(word) && !joining.has(word))
  if (no.has(first)) return 'no'
  if (!yes.has(first)) return undefined
  return rest.some((word) => no.has(word)) ? 'both' : 'yes'
}

/** Before a digit, `opção 1`. */
const before = listOf('OPCAO OPTION NUMERO NUMBER')
/** Between a digit and its word, `1 para SIM`. */
const joining = listOf('PARA DE FOR MEANS')

const signs: readonly (readonly [RegExp, string])[] = [
  [/[\u{1f44d}\u{1f44c}\u{2705}\u{2714}\u{2611}\u{1f197}]/gu, ' SIM '],
  [/[\u{1f44e}\u{274c}\u{1f6ab}\u{26d4}\u{1f645}]/gu, ' NAO '],
]

/** `Não!` and `1️⃣sim` are `NAO` and `1 SIM`; a thumb is the word that it stands for. */
function wordsOf(text: string): readonly string[] {
  const spoken = signs.reduce(
    (written, [sign, word]) => written.replace(sign, word),
    text.slice(0, wordsMax * 4),
  )
  const plain = spoken.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  return plain.match(/\p{L}+|\p{N}+/gu) ?? []
}
