// Facts by their names, and what their values mean. A fact without words of its own is shown by its name.
import { defineWords } from '../../words/words.ts'

type Codes = Readonly<Record<string, string>>
// prettier-ignore
const useFactWords = defineWords({
  facts: {
    'liveness.status': ['prova de vida', 'liveness', 'prueba de vida'],
    'liveness.securityCheck': ['verificação de segurança', 'security check', 'control de seguridad'],
    'liveness.spoofs': ['tentativas suspeitas de fraude na selfie', 'suspected spoofs', 'intentos sospechosos en la selfie'],
    'documents.verdict': ['documento', 'document', 'documento'],
    'documents.refused': ['documentos reprovados', 'documents refused', 'documentos rechazados'],
    'documents.contradicted': ['base oficial contradiz', 'official base contradicts', 'la base oficial contradice'],
    'documents.assurance': ['o documento se apoia em', 'the document rests on', 'el documento se apoya en'],
    'faces.verdict': ['selfie e documento', 'selfie and portrait', 'selfie y documento'],
    'faces.mismatches': ['comparações que não bateram', 'comparisons that did not match', 'comparaciones que no coincidieron'],
    'checks.hit': ['nome em lista', 'name on a list', 'nombre en una lista'],
    'checks.sanctioned': ['sanções', 'sanctions', 'sanciones'],
    'checks.exposed': ['pessoa exposta (PEP)', 'exposed person (PEP)', 'persona expuesta (PEP)'],
    'checks.personFound': ['pessoa no cadastro', 'person in the register', 'persona en el registro'],
    'checks.personRegular': ['situação regular', 'status regular', 'situación regular'],
    'checks.personDead': ['consta falecida', 'registered as dead', 'consta fallecida'],
    'checks.nameVerdict': ['nome no cadastro', 'name in the register', 'nombre en el registro'],
    'checks.birthdateMatches': ['nascimento confere', 'birth date agrees', 'nacimiento coincide'],
    'checks.listsAsked': ['listas consultadas', 'lists asked', 'listas consultadas'],
    'phones.newestAnswer': ['resposta do telefone', 'answer of the phone', 'respuesta del teléfono'],
    'phones.denied': ['negou por telefone', 'denied by phone', 'negó por teléfono'],
    'phones.asked': ['telefone perguntado', 'phone asked', 'teléfono preguntado'],
    'phones.count': ['telefones', 'phones', 'teléfonos'],
    'link.denied': ['negou no link', 'denied on the link', 'negó en el enlace'],
    'device.status': ['dispositivo', 'device', 'dispositivo'],
    'device.known': ['dispositivo conhecido', 'device known', 'dispositivo conocido'],
    'device.rules': ['alertas do dispositivo', 'alerts of the device', 'alertas del dispositivo'],
    'lists.denyAction': ['lista de bloqueio', 'deny list', 'lista de bloqueo'],
    'lists.victim': ['marcado como vítima', 'marked as a victim', 'marcado como víctima'],
    'lists.confirmedFraud': ['fraude confirmada', 'fraud confirmed', 'fraude confirmado'],
    'reviews.rejected': ['já rejeitado por uma pessoa', 'rejected by a person before', 'ya rechazado por una persona'],
    'velocity.alerts': ['alertas de repetição', 'alerts of repetition', 'alertas de repetición'],
    'age.years': ['idade', 'age', 'edad'],
    'settings.ageMin': ['idade mínima', 'least age', 'edad mínima'],
    'steps.score.results[0].value': ['pontuação', 'score', 'puntuación'],
  },
  values: {
    true: ['sim', 'yes', 'sí'],
    false: ['não', 'no', 'no'],
    unknown: ['desconhecido', 'unknown', 'desconocido'],
    none: ['nenhum', 'none', 'ninguno'],
    yes: ['sim', 'yes', 'sí'],
    no: ['não', 'no', 'no'],
    match: ['mesma pessoa', 'one person', 'misma persona'],
    'no-match': ['pessoas diferentes', 'two persons', 'personas distintas'],
    review: ['duvidoso', 'doubtful', 'dudoso'],
    same: ['igual', 'the same', 'igual'],
    doubtful: ['duvidoso', 'doubtful', 'dudoso'],
    other: ['outro', 'another', 'otro'],
    'picture-only': ['só imagens', 'pictures alone', 'solo imágenes'],
    signed: ['arquivo assinado', 'a signed file', 'archivo firmado'],
    official: ['base oficial', 'an official base', 'base oficial'],
  },
  liveness: {
    0: ['inconclusiva', 'inconclusive', 'no concluyente'],
    1: ['pessoa ao vivo', 'live person', 'persona viva'],
    2: ['suspeita de fraude', 'spoof suspected', 'sospecha de fraude'],
    3: ['sem rosto', 'no face', 'sin rostro'],
    4: ['vários rostos', 'several faces', 'varios rostros'],
  },
  security: {
    0: ['não feita', 'not made', 'no hecho'],
    1: ['passou', 'passed', 'superado'],
    2: ['suspeita', 'suspicious', 'sospechoso'],
    3: ['falhou', 'failed', 'fallido'],
  },
  device: {
    0: ['não analisado', 'not analysed', 'no analizado'],
    1: ['ok', 'ok', 'bien'],
    2: ['atenção', 'attention', 'atención'],
    3: ['negar', 'deny', 'denegar'],
  },
})

export type FactValue = boolean | number | string | readonly (boolean | number | string)[]

export function useFacts() {
  const { facts, values, ...figures } = useFactWords()
  const [names, meanings]: Codes[] = [facts, values]
  const scales: Readonly<Record<string, Codes>> = {
    'liveness.status': figures.liveness,
    'liveness.securityCheck': figures.security,
    'device.status': figures.device,
  }
  const one = (fact: string, value: boolean | number | string): string =>
    (typeof value === 'number' ? scales[fact]?.[value] : meanings?.[String(value)]) ?? String(value)
  return {
    /** `checks.personPending` becomes “person pending” where it has no words. */
    name: (fact: string) =>
      names?.[fact] ??
      fact
        .replace(/^[a-z]\w*\.(?=\w+$)/, '')
        .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    value: (fact: string, value: FactValue): string =>
      typeof value !== 'object'
        ? one(fact, value)
        : value.length === 0
          ? values.none
          : value.map((each) => one(fact, each)).join(', '),
  }
}
