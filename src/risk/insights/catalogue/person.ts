// Insights about documents, names and birth dates.
import { entry } from './entry.ts'

const rule = entry('rule')

export const documentInsights = [
  rule('DO001 N D', {
    pt: 'CPF com dígitos verificadores válidos',
    en: 'CPF with valid check digits',
    applies: ({ document }) => document.type === 'cpf' && document.checkDigitsHold,
  }),
  rule('DO002 A D', {
    pt: 'CPF com dígitos verificadores inválidos',
    en: 'CPF with wrong check digits',
    applies: ({ document }) => document.type === 'cpf' && document.checkDigitsHold === false,
  }),
  rule('DO003 A D', {
    pt: 'CPF com todos os dígitos iguais',
    en: 'CPF of one repeated digit',
    applies: ({ document }) => document.type === 'cpf' && document.repeated,
  }),
  rule('DO004 P DZ', {
    pt: 'UF do endereço pertence à região fiscal de origem do CPF',
    en: "The address's state lies in the fiscal region of the CPF",
    applies: ({ document }) => document.regionHasState,
  }),
  rule('DO005 N DZ', {
    pt: 'UF do endereço fora da região fiscal de origem do CPF',
    en: "The address's state lies outside the fiscal region of the CPF",
    applies: ({ document }) => document.regionHasState === false,
  }),
  rule('DO006 A DO', {
    pt: 'CNPJ com dígitos verificadores inválidos',
    en: 'CNPJ with wrong check digits',
    applies: ({ document }) => document.type === 'cnpj' && document.checkDigitsHold === false,
  }),
  rule('DO007 N DO', {
    pt: 'CNPJ em formato alfanumérico',
    en: 'CNPJ with letters',
    applies: ({ document }) => document.alphanumeric,
  }),
  rule('DO008 A D', {
    pt: 'Documento secundário inválido',
    en: 'The second document is not valid',
    applies: ({ document }) => document.secondHolds === false,
  }),
  rule('DO009 A D', {
    pt: 'Data de emissão do documento no futuro',
    en: 'A document was issued in the future',
    applies: ({ document }) => document.issuedInFuture,
  }),
  rule('DO010 A DB', {
    pt: 'Documento emitido antes do nascimento',
    en: 'A document was issued before the birth',
    applies: ({ document }) => document.issuedBeforeBirth,
  }),
  rule('DO011 N DO', {
    pt: 'CNPJ com dígitos verificadores válidos',
    en: 'CNPJ with valid check digits',
    applies: ({ document }) => document.type === 'cnpj' && document.checkDigitsHold,
  }),
  rule('DO012 N DO', {
    pt: 'Número de ordem do CNPJ diferente de 0001',
    en: 'The order number of the CNPJ is not 0001',
    applies: ({ document }) => document.otherOrder,
  }),
  rule('DO013 N D', {
    pt: 'Documento secundário igual ao principal',
    en: 'The second document is the first',
    applies: ({ document }) => document.secondSame,
  }),
  rule('DO014 A D', {
    pt: 'Título de eleitor com dígitos verificadores inválidos',
    en: 'Voter title with wrong check digits',
    applies: ({ document }) => document.titleHolds === false,
  }),
  rule('DO015 P DZ', {
    pt: 'UF do endereço é a de emissão do título de eleitor',
    en: "The address's state issued the voter title",
    applies: ({ document }) => document.titleInState,
  }),
  rule('DO016 N DZ', {
    pt: 'UF do endereço difere da de emissão do título de eleitor',
    en: "The address's state is not the one that issued the voter title",
    applies: ({ document }) => document.titleInState === false,
  }),
  rule('DO017 N D', {
    pt: 'RG com o dígito verificador usual de São Paulo',
    en: 'RG with the usual check digit of São Paulo',
    applies: ({ document }) => document.rgOfSaoPaulo,
  }),
  rule('DO018 A D', {
    pt: 'PIS, PASEP, NIT ou NIS com dígito verificador inválido',
    en: 'PIS, PASEP, NIT or NIS with a wrong check digit',
    applies: ({ document }) => document.pisHolds === false,
  }),
  rule('DO019 A D', {
    pt: 'Cartão Nacional de Saúde (CNS) com dígitos verificadores inválidos',
    en: 'Health card (CNS) with wrong check digits',
    applies: ({ document }) => document.cnsHolds === false,
  }),
  rule('DO020 A DV', {
    pt: 'RENAVAM com dígito verificador inválido',
    en: 'RENAVAM with a wrong check digit',
    applies: ({ document }) => document.renavamHolds === false,
  }),
  rule('DO021 A D', {
    pt: 'CNH com dígitos verificadores inválidos',
    en: 'Driving licence (CNH) with wrong check digits',
    applies: ({ document }) => document.cnhHolds === false,
  }),
] as const

export const nameInsights = [
  rule('NM001 P N', {
    pt: 'Nome completo com dois ou mais termos',
    en: 'Full name of two or more words',
    applies: ({ name }) => name.terms !== undefined && name.terms >= 2,
  }),
  rule('NM002 A N', {
    pt: 'Nome com apenas um termo',
    en: 'Name of one word',
    applies: ({ name }) => name.terms === 1,
  }),
  rule('NM003 A N', {
    pt: 'Nome com números ou símbolos',
    en: 'Name with digits or signs',
    applies: ({ name }) => name.strangeSigns,
  }),
  rule('NM004 A N', {
    pt: 'Nome com aparência de teste ou digitação aleatória',
    en: 'Name that looks like a test or random typing',
    applies: ({ name }) => name.looksRandom,
  }),
  rule('NM005 P N', {
    pt: 'Sobrenome em comum com o nome da mãe',
    en: "A surname shared with the mother's name",
    applies: ({ name }) => name.isMothers === false && name.sharesMothersSurname,
  }),
  rule('NM006 A N', {
    pt: 'Nome da mãe igual ao nome do titular',
    en: "The mother's name is the holder's",
    applies: ({ name }) => name.isMothers,
  }),
  rule('NM007 P N', {
    pt: 'Sobrenome em comum com o nome do pai',
    en: "A surname shared with the father's name",
    applies: ({ name }) => name.sharesFathersSurname,
  }),
] as const

export const birthInsights = [
  rule('BD001 P B', {
    pt: 'Titular com idade entre 18 e 75 anos',
    en: 'The holder is 18 to 75 years old',
    applies: ({ age: { years } }) => years !== undefined && years >= 18 && years <= 75,
  }),
  rule('BD002 A B', {
    pt: 'Titular menor de 18 anos',
    en: 'The holder is younger than 18',
    applies: ({ age: { years } }) => years !== undefined && years < 18,
  }),
  rule('BD003 A B', {
    pt: 'Idade improvável ou nascimento no futuro',
    en: 'An implausible age, or a birth to come',
    applies: ({ age: { years, impossible } }) =>
      impossible === true || (years !== undefined && years > 110),
  }),
  rule('BD004 N B', {
    pt: 'Titular com mais de 75 anos',
    en: 'The holder is older than 75',
    applies: ({ age: { years } }) => years !== undefined && years > 75 && years <= 110,
  }),
] as const
