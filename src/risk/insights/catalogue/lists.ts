// Insights of a tenant's own lists, and of what it has told of earlier transactions.
import { entry } from './entry.ts'

const history = entry('history')

export const listInsights = [
  history(
    'LS001',
    'A',
    'D',
    'Documento em lista de bloqueio',
    'The document is on the deny list',
    ({ lists }) => lists.deniedBy?.includes('document'),
  ),
  history(
    'LS002',
    'A',
    'T',
    'Telefone em lista de bloqueio',
    'A phone is on the deny list',
    ({ lists }) => lists.deniedBy?.includes('phone'),
  ),
  history(
    'LS003',
    'A',
    'Z',
    'Endereço em lista de bloqueio',
    'The address is on the deny list',
    ({ lists }) => lists.deniedBy?.includes('address'),
  ),
  history(
    'LS004',
    'A',
    'X',
    'Dispositivo em lista de bloqueio',
    'The device is on the deny list',
    ({ lists }) => lists.deniedBy?.includes('device'),
  ),
  history(
    'LS005',
    'A',
    'C',
    'Cartão em lista de bloqueio',
    'The card is on the deny list',
    ({ lists }) => lists.deniedBy?.includes('card'),
  ),
  history(
    'LS006',
    'A',
    'DTZXC',
    'Dado de vítima de fraude conhecida: pedir mais comprovação',
    'Something of it is of a known victim of fraud: ask for more proof',
    ({ lists }) => lists.victim === true || lists.confirmedVictim === true,
  ),
  history(
    'LS007',
    'A',
    'DTX',
    'Documento, telefone ou dispositivo de fraude confirmada',
    'The document, a phone or the device is of a confirmed fraud',
    ({ lists }) => lists.confirmedFraud === true,
  ),
] as const
