// Insights about a tenant's own lists, and about outcomes that it has reported.
import { entry } from './entry.ts'

const history = entry('history')

export const listInsights = [
  history('LS001 A D', {
    pt: 'Documento em lista de bloqueio',
    en: 'The document is on the deny list',
    applies: ({ lists }) => lists.deniedBy?.includes('document'),
  }),
  history('LS002 A T', {
    pt: 'Telefone em lista de bloqueio',
    en: 'A phone is on the deny list',
    applies: ({ lists }) => lists.deniedBy?.includes('phone'),
  }),
  history('LS003 A Z', {
    pt: 'Endereço em lista de bloqueio',
    en: 'The address is on the deny list',
    applies: ({ lists }) => lists.deniedBy?.includes('address'),
  }),
  history('LS004 A X', {
    pt: 'Dispositivo em lista de bloqueio',
    en: 'The device is on the deny list',
    applies: ({ lists }) => lists.deniedBy?.includes('device'),
  }),
  history('LS005 A C', {
    pt: 'Cartão em lista de bloqueio',
    en: 'The card is on the deny list',
    applies: ({ lists }) => lists.deniedBy?.includes('card'),
  }),
  history('LS006 A DTZXC', {
    pt: 'Dado de vítima de fraude conhecida: pedir mais comprovação',
    en: 'Something of it is of a known victim of fraud: ask for more proof',
    applies: ({ lists }) => lists.victim === true || lists.confirmedVictim === true,
  }),
  history('LS007 A DTX', {
    pt: 'Documento, telefone ou dispositivo de fraude confirmada',
    en: 'The document, a phone or the device is of a confirmed fraud',
    applies: ({ lists }) => lists.confirmedFraud === true,
  }),
] as const
