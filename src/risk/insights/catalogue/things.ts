// Insights about cards, vehicles and companies.
import { entry } from './entry.ts'

const rule = entry('rule')
const lookup = entry('lookup')
const ofModule = entry('module')
const some = (count: number | undefined) => count !== undefined && count > 0

export const cardInsights = [
  rule('CD001 A C', {
    pt: 'BIN não reconhecido',
    en: 'The BIN is of no known scheme',
    applies: ({ card }) => card.schemeKnown === false,
  }),
  rule('CD002 P CD', {
    pt: 'Titular do cartão com o mesmo documento da transação',
    en: "The card owner's document is the transaction's",
    applies: ({ card }) => card.ownerIsHolder,
  }),
  rule('CD003 A CD', {
    pt: 'Titular do cartão com documento diferente',
    en: "The card owner's document is another than the transaction's",
    applies: ({ card }) => card.ownerIsHolder === false,
  }),
  rule('CD004 P CN', {
    pt: 'Nome do titular do cartão confere',
    en: "The card owner's name is the holder's",
    applies: ({ card }) => card.ownerName === 'same',
  }),
  rule('CD005 A CN', {
    pt: 'Nome do titular do cartão diverge',
    en: "The card owner's name is another than the holder's",
    applies: ({ card }) => card.ownerName === 'other',
  }),
  lookup('CD006 A C', {
    pt: 'Cartão emitido fora do Brasil',
    en: 'The card was issued outside Brazil',
    applies: ({ card }) => card.issuedAbroad,
  }),
  lookup('CD007 A C', {
    pt: 'Cartão pré-pago',
    en: 'The card is prepaid',
    applies: ({ card }) => card.prepaid,
  }),
  rule('CD008 N C', {
    pt: 'Bandeira do cartão reconhecida pelo BIN',
    en: 'The BIN is of a known scheme',
    applies: ({ card }) => card.schemeKnown,
  }),
  rule('CD009 A C', {
    pt: 'BIN ou últimos dígitos do cartão com formato inválido',
    en: 'The BIN or the last digits of the card cannot be any',
    applies: ({ card }) => card.wellFormed === false,
  }),
  rule('CD010 N CN', {
    pt: 'Nome do titular do cartão confere em parte',
    en: "The card owner's name is the holder's in part",
    applies: ({ card }) => card.ownerName === 'doubtful',
  }),
  lookup('CD011 N C', {
    pt: 'Cartão de débito',
    en: 'The card is a debit card',
    applies: ({ card }) => card.funding === 'debit',
  }),
  lookup('CD012 P C', {
    pt: 'Cartão emitido no Brasil',
    en: 'The card was issued in Brazil',
    applies: ({ card }) => card.issuedAbroad === false,
  }),
] as const

export const vehicleInsights = [
  rule('VE001 P V', {
    pt: 'Placa com formato válido',
    en: 'The plate can be one',
    applies: ({ vehicle }) => vehicle.plateFormat === 'old' || vehicle.plateFormat === 'mercosul',
  }),
  rule('VE002 A V', {
    pt: 'Placa com formato inválido',
    en: 'The plate cannot be one',
    applies: ({ vehicle }) => vehicle.plateFormat === 'none',
  }),
  rule('VE003 A V', {
    pt: 'UF da placa diverge da UF de registro',
    en: 'The state of the plate is not that of the registration',
    applies: ({ vehicle }) => vehicle.plateInState === false,
  }),
  rule('VE004 A V', {
    pt: 'Financiamento acima do valor de mercado',
    en: 'More is financed than the market value',
    applies: ({ vehicle }) => vehicle.financedShare !== undefined && vehicle.financedShare > 1,
  }),
  rule('VE005 A V', {
    pt: 'Ano de fabricação posterior à proposta',
    en: 'The vehicle was made after the proposal',
    applies: ({ vehicle }) => vehicle.years !== undefined && vehicle.years < -1,
  }),
  rule('VE006 N V', {
    pt: 'Placa no padrão Mercosul',
    en: 'The plate has the form of Mercosul',
    applies: ({ vehicle }) => vehicle.plateFormat === 'mercosul',
  }),
  rule('VE007 N V', {
    pt: 'UF da loja diverge da UF de registro',
    en: 'The state of the store is not that of the registration',
    applies: ({ vehicle }) => vehicle.storeInState === false,
  }),
  rule('VE008 N V', {
    pt: 'Financiamento acima de 90% do valor de mercado',
    en: 'More than 90 % of the market value is financed',
    applies: ({ vehicle: { financedShare } }) =>
      financedShare !== undefined && financedShare > 0.9 && financedShare <= 1,
  }),
  rule('VE009 N V', {
    pt: 'Veículo com mais de 20 anos',
    en: 'The vehicle is older than 20 years',
    applies: ({ vehicle }) => vehicle.years !== undefined && vehicle.years > 20,
  }),
] as const

export const companyInsights = [
  ofModule('CO001 P O', {
    pt: 'Empresa ativa',
    en: 'The company is active',
    applies: ({ company }) => company.active,
  }),
  ofModule('CO002 A O', {
    pt: 'Empresa suspensa, inapta, nula ou baixada',
    en: 'The company is suspended, unfit, void or closed',
    applies: ({ company }) => company.active === false,
  }),
  ofModule('CO003 A O', {
    pt: 'Empresa aberta há menos de 6 meses',
    en: 'The company was opened less than 6 months ago',
    applies: ({ company }) => company.months !== undefined && company.months < 6,
  }),
  ofModule('CO004 A ON', {
    pt: 'Razão social diverge do cadastro',
    en: 'The name of the company is not that of the register',
    applies: ({ company }) => company.nameVerdict === 'other',
  }),
  ofModule('CO005 A O', {
    pt: 'CNAE informado não consta no cadastro',
    en: 'An activity that is given is not in the register',
    applies: ({ company }) => company.cnaesListed === false,
  }),
  ofModule('CO006 P OD', {
    pt: 'Sócio informado consta no quadro societário',
    en: 'The partners that are given are in the register',
    applies: ({ company }) => company.partnersListed,
  }),
  ofModule('CO007 A OD', {
    pt: 'CNPJ não encontrado no cadastro',
    en: 'The CNPJ is not in the register',
    applies: ({ company }) => company.inRegistry === false,
  }),
  rule('CO008 A O', {
    pt: 'CNAE com formato inválido',
    en: 'An activity code that cannot be one',
    applies: ({ company }) => some(company.malformedCnaes),
  }),
  rule('CO009 A OD', {
    pt: 'Sócio com documento inválido',
    en: 'A partner whose document is not valid',
    applies: ({ company }) => some(company.wrongPartners),
  }),
  rule('CO010 A OD', {
    pt: 'Representante legal com documento inválido',
    en: 'A legal representative whose document is not valid',
    applies: ({ company }) => some(company.wrongRepresentatives),
  }),
  rule('CO011 N O', {
    pt: 'Representante legal informado',
    en: 'A legal representative is given',
    applies: ({ company }) => some(company.representatives),
  }),
  ofModule('CO012 P O', {
    pt: 'Empresa aberta há 5 anos ou mais',
    en: 'The company was opened 5 years ago or earlier',
    applies: ({ company }) => company.months !== undefined && company.months >= 60,
  }),
  ofModule('CO013 N O', {
    pt: 'Empresa é filial',
    en: 'The company is a branch',
    applies: ({ company }) => company.branch,
  }),
  ofModule('CO014 A OD', {
    pt: 'Sócio informado não consta no quadro societário',
    en: 'A partner that is given is not in the register',
    applies: ({ company }) => company.partnersListed === false,
  }),
] as const
