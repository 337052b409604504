// Words that several pages say.
import { defineWords, type Rows } from './words.ts'

// prettier-ignore
const common = {
  acts: ['Ações', 'Actions', 'Acciones'],
  address: ['Endereço', 'Address', 'Dirección'],
  answer: ['Resposta', 'Answer', 'Respuesta'],
  answers: {
    true: ['sim', 'yes', 'sí'],
    false: ['não', 'no', 'no'],
    unanswered: ['sem resposta', 'unanswered', 'sin respuesta'],
    failed: ['falhou', 'failed', 'falló'],
  },
  began: ['Início', 'Began', 'Inicio'],
  by: ['Por', 'By', 'Por'],
  change: ['Alterar', 'Change', 'Cambiar'],
  channel: {
    email: ['E-mail', 'E-mail', 'E-mail'],
    sms: ['SMS', 'SMS', 'SMS'],
    whatsapp: ['WhatsApp', 'WhatsApp', 'WhatsApp'],
  },
  copy: ['Copiar', 'Copy', 'Copiar'],
  deadline: ['Prazo', 'Deadline', 'Plazo'],
  delivery: {
    delivered: ['entregue', 'delivered', 'entregado'],
    failed: ['falhou', 'failed', 'falló'],
    pending: ['a caminho', 'on its way', 'en camino'],
  },
  details: ['Detalhes', 'Details', 'Detalles'],
  difference: ['Diferença', 'Difference', 'Diferencia'],
  document: ['Documento', 'Document', 'Documento'],
  drawing: ['Desenho', 'Drawing', 'Dibujo'],
  inPercent: [(one: number) => `${one}%`, (one: number) => `${one}%`, (one: number) => `${one}\u00a0%`],
  made: ['Criado', 'Created', 'Creado'],
  makeIt: ['Criar', 'Create', 'Crear'],
  name: ['Nome', 'Name', 'Nombre'],
  outcome: ['Resultado', 'Outcome', 'Resultado'],
  pack: ['Pack', 'Pack', 'Pack'],
  purpose: ['Para que serve', 'What it is for', 'Para qué sirve'],
  runs: ['Execuções', 'Runs', 'Ejecuciones'],
  save: ['Salvar', 'Save', 'Guardar'],
  selfie: ['Selfie', 'Selfie', 'Selfie'],
  shadow: ['Sombra', 'Shadow', 'Sombra'],
  show: ['Mostrar', 'Show', 'Mostrar'],
  state: ['Estado', 'State', 'Estado'],
  step: ['Passo', 'Step', 'Paso'],
  transaction: ['Transação', 'Transaction', 'Transacción'],
  tries: ['Tentativas', 'Tries', 'Intentos'],
  until: ['Até', 'Until', 'Hasta'],
  values: ['Valores', 'Values', 'Valores'],
  version: ['Versão', 'Version', 'Versión'],
  what: ['O quê', 'What', 'Qué'],
  when: ['Quando', 'When', 'Cuándo'],
  who: ['Quem', 'Who', 'Quién'],
  why: ['Motivo', 'Reason', 'Motivo'],
  you: ['você', 'you', 'usted'],
} satisfies Rows

/** The words of a page, with those that several pages say; its own take the place of others of the same name. */
export const definePageWords = <R extends Rows>(rows: R) =>
  defineWords<Omit<typeof common, keyof R> & R>({ ...common, ...rows })
