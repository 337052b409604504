// Insights of what other capabilities have found.
import { entry } from './entry.ts'

const ofModule = entry('module')

export const biometricInsights = [
  ofModule(
    'BM001',
    'P',
    'M',
    'Prova de vida aprovada',
    'Liveness was proved',
    ({ liveness }) => liveness.status === 'live',
  ),
  ofModule(
    'BM002',
    'A',
    'M',
    'Suspeita de fraude na prova de vida',
    'Liveness is suspected to be spoofed',
    ({ liveness }) => liveness.status === 'spoof',
  ),
  ofModule(
    'BM003',
    'N',
    'M',
    'Prova de vida inconclusiva',
    'Liveness is inconclusive',
    ({ liveness }) => liveness.status === 'inconclusive',
  ),
  ofModule(
    'BM004',
    'P',
    'MD',
    'Rosto confere com o documento',
    "The face is that of the document's portrait",
    ({ faces }) => faces.suggestion === 'approve',
  ),
  ofModule(
    'BM005',
    'A',
    'MD',
    'Rosto diverge do documento',
    "The face is not that of the document's portrait",
    ({ faces }) => faces.suggestion === 'reject',
  ),
  ofModule(
    'BM006',
    'A',
    'DN',
    'Nome lido no documento diverge',
    "The name on the document is not the transaction's",
    ({ recognition }) => recognition.nameMatches === false,
  ),
  ofModule(
    'BM007',
    'A',
    'DB',
    'Nascimento lido no documento diverge',
    "The birth date on the document is not the transaction's",
    ({ recognition }) => recognition.birthdateMatches === false,
  ),
  ofModule(
    'BM008',
    'A',
    'D',
    'Número lido no documento diverge',
    "The number on the document is not the transaction's",
    ({ recognition }) => recognition.documentMatches === false,
  ),
  ofModule(
    'BM009',
    'P',
    'D',
    'Imagem do documento reconhecida e aprovada',
    "The document's picture was recognised and approved",
    ({ recognition }) => recognition.result === 'approved',
  ),
  ofModule(
    'BM010',
    'A',
    'D',
    'Imagem do documento reprovada',
    "The document's picture was rejected",
    ({ recognition }) => recognition.result === 'rejected',
  ),
] as const

export const deviceInsights = [
  ofModule(
    'DV001',
    'A',
    'X',
    'Dispositivo de alto risco',
    'The device is of high risk',
    ({ device }) => device.risk === 'high',
  ),
  ofModule(
    'DV002',
    'P',
    'X',
    'Dispositivo de baixo risco',
    'The device is of low risk',
    ({ device }) => device.risk === 'low',
  ),
  ofModule(
    'DV003',
    'A',
    'X',
    'Dispositivo automatizado ou emulado',
    'The device is automated or emulated',
    ({ device }) => device.automated,
  ),
] as const

export const checkInsights = [
  ofModule(
    'PC001',
    'A',
    'DN',
    'Possível correspondência em lista de sanções',
    'There may be a match in a list of sanctions',
    ({ sanctions }) => sanctions.checked && sanctions.matched,
  ),
  ofModule(
    'PC002',
    'A',
    'DN',
    'Possível pessoa exposta politicamente',
    'The person may be politically exposed',
    ({ pep }) => pep.checked && pep.matched,
  ),
  ofModule(
    'PC003',
    'A',
    'DN',
    'Possíveis registros judiciais ou criminais',
    'There may be judicial or criminal records',
    ({ records }) => records.checked && records.found,
  ),
  ofModule(
    'PC004',
    'P',
    'DN',
    'Sem correspondência em listas de sanções',
    'There is no match in lists of sanctions',
    ({ sanctions }) => sanctions.checked && sanctions.matched === false,
  ),
  ofModule(
    'PC005',
    'P',
    'DN',
    'Sem registros judiciais ou criminais nas fontes consultadas',
    'The sources that were asked have no judicial or criminal records',
    ({ records }) => records.checked && records.found === false,
  ),
] as const
