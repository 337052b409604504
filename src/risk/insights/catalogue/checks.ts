// Insights about the findings of checks.
import { entry } from './entry.ts'

const ofModule = entry('module')

export const checkInsights = [
  ofModule('PC001 A DN', {
    pt: 'Possível correspondência em lista de sanções',
    en: 'There may be a match in a list of sanctions',
    applies: ({ checks }) => checks.sanctioned,
  }),
  ofModule('PC002 A DN', {
    pt: 'Possível pessoa exposta politicamente',
    en: 'The person may be politically exposed',
    applies: ({ checks }) => checks.exposed,
  }),
  ofModule('PC003 A DN', {
    pt: 'Possível mandado de prisão',
    en: 'There may be an arrest warrant',
    applies: ({ checks }) => checks.wanted,
  }),
  ofModule('PC004 P DN', {
    pt: 'Sem correspondência em listas de sanções',
    en: 'There is no match in lists of sanctions',
    applies: ({ checks }) => checks.sanctioned === false,
  }),
  ofModule('PC005 A D', {
    pt: 'Documento não encontrado na fonte consultada',
    en: 'A source of people does not have the document',
    applies: ({ checks }) => checks.personFound === false,
  }),
  ofModule('PC006 A D', {
    pt: 'Documento em situação irregular',
    en: 'The document is not in order',
    applies: ({ checks }) => checks.personRegular === false,
  }),
  ofModule('PC007 A DN', {
    pt: 'Nome diverge da fonte consultada',
    en: 'The name is not that of the source',
    applies: ({ checks }) => checks.personNameMatches === false,
  }),
  ofModule('PC008 A D', {
    pt: 'Óbito do titular informado pela fonte oficial',
    en: 'The authoritative source says that the holder has died',
    applies: ({ checks }) => checks.personDead,
  }),
  ofModule('PC009 A D', {
    pt: 'Documento pendente de regularização ou suspenso',
    en: 'The document is pending or suspended',
    applies: ({ checks }) => checks.personPending,
  }),
  ofModule('PC010 A D', {
    pt: 'Documento cancelado ou nulo na fonte oficial',
    en: 'The authoritative source says that the document is cancelled or void',
    applies: ({ checks }) => checks.personCancelled,
  }),
  ofModule('PC011 A D', {
    pt: 'Possível óbito ou cancelamento, segundo fonte não oficial',
    en: 'A source that is not authoritative says that the holder has died or the document is cancelled',
    applies: ({ checks }) => checks.personStatusDoubtful !== undefined,
  }),
  ofModule('PC012 A DB', {
    pt: 'Data de nascimento diverge da fonte consultada',
    en: 'The birth date is not that of the source',
    applies: ({ checks }) => checks.birthdateMatches === false,
  }),
  ofModule('PC013 A DN', {
    pt: 'Nome da mãe diverge da fonte consultada',
    en: "The mother's name is not that of the source",
    applies: ({ checks }) => checks.mothersNameMatches === false,
  }),
  ofModule('PC014 A DN', {
    pt: 'Possível registro criminal',
    en: 'There may be a criminal record',
    applies: ({ checks }) => checks.criminalRecord,
  }),
  ofModule('PC015 N DN', {
    pt: 'Possível processo judicial',
    en: 'There may be a law suit',
    applies: ({ checks }) => checks.lawSuits,
  }),
  ofModule('PC016 A DN', {
    pt: 'Possível notícia adversa na mídia',
    en: 'There may be an adverse report in the media',
    applies: ({ checks }) => checks.adverseMedia,
  }),
  ofModule('PC020 A DN', {
    pt: 'Possível impedimento de contratar com o poder público',
    en: 'There may be a match in a list of who may not contract with the state',
    applies: ({ checks }) => checks.debarred,
  }),
  ofModule('PC021 N DN', {
    pt: 'Listas consultadas em fonte alternativa, que cobre menos',
    en: 'The lists were searched at another source, which covers less',
    applies: ({ checks }) => (checks.listsNotSearched ?? []).length > 0,
  }),
  ofModule('PC017 A DN', {
    pt: 'Possível correspondência de pessoa ou empresa relacionada em lista de sanções',
    en: 'Somebody related may be in a list of sanctions',
    applies: ({ others }) => others.sanctioned,
  }),
  ofModule('PC018 A DN', {
    pt: 'Pessoa relacionada possivelmente exposta politicamente',
    en: 'Somebody related may be politically exposed',
    applies: ({ others }) => others.exposed,
  }),
  ofModule('PC019 A DN', {
    pt: 'Possível mandado de prisão contra pessoa relacionada',
    en: 'There may be an arrest warrant against somebody related',
    applies: ({ others }) => others.wanted,
  }),
] as const
