// Insights about e-mail addresses, phones and postal addresses.
import { entry } from './entry.ts'

const rule = entry('rule')
const lookup = entry('lookup')
const some = (count: number | undefined) => count !== undefined && count > 0

export const emailInsights = [
  rule('EM001 A E', {
    pt: 'E-mail com formato inválido',
    en: 'The e-mail address cannot be one',
    applies: ({ email }) => email.wellFormed === false,
  }),
  rule('EM002 A E', {
    pt: 'E-mail de domínio descartável',
    en: 'The e-mail address is of a domain to be thrown away',
    applies: ({ email }) => email.disposable,
  }),
  rule('EM003 N E', {
    pt: 'E-mail de provedor gratuito',
    en: 'The e-mail address is of a free provider',
    applies: ({ email }) => email.free,
  }),
  rule('EM004 N E', {
    pt: 'E-mail de função, não pessoal',
    en: 'The e-mail address is of a function, not of a person',
    applies: ({ email }) => email.role,
  }),
  rule('EM005 A E', {
    pt: 'Possível erro de digitação no domínio do e-mail',
    en: "The e-mail address's domain may be mistyped",
    applies: ({ email }) => email.mistyped,
  }),
  lookup('EM006 A E', {
    pt: 'Domínio do e-mail não recebe mensagens',
    en: "The e-mail address's domain takes no mail",
    applies: ({ email }) => email.takesMail === false,
  }),
  rule('EM007 P EN', {
    pt: 'E-mail contém parte do nome do titular',
    en: "The e-mail address has a part of the holder's name",
    applies: ({ email }) => email.likeName,
  }),
  rule('EM008 P E', {
    pt: 'E-mail verificado',
    en: 'The e-mail address is verified',
    applies: ({ email }) => email.verifiedByToken || email.declaredVerified,
  }),
  rule('EM009 N E', {
    pt: 'E-mail com marcador após o sinal de mais',
    en: 'The e-mail address has a tag after a plus sign',
    applies: ({ email }) => email.tagged,
  }),
  lookup('EM010 N E', {
    pt: 'Domínio do e-mail recebe mensagens',
    en: "The e-mail address's domain takes mail",
    applies: ({ email }) => email.takesMail,
  }),
] as const

export const phoneInsights = [
  rule('PH001 P T', {
    pt: 'Celular brasileiro com formato válido',
    en: 'A mobile number of Brazil that can be',
    applies: ({ phones }) => some(phones.brazilianMobile),
  }),
  rule('PH002 A T', {
    pt: 'Telefone com formato inválido',
    en: 'A phone number that cannot be',
    applies: ({ phones }) => some(phones.malformed),
  }),
  rule('PH003 A T', {
    pt: 'DDD inexistente',
    en: 'An area code that no state has',
    applies: ({ phones }) => some(phones.unknownAreaCode),
  }),
  rule('PH004 P TZ', {
    pt: 'DDD da mesma UF do endereço',
    en: "An area code of the address's state",
    applies: ({ phones }) => some(phones.inState),
  }),
  rule('PH005 N TZ', {
    pt: 'DDD de UF diferente da do endereço',
    en: "An area code of another state than the address's",
    applies: ({ phones }) => some(phones.outOfState),
  }),
  rule('PH006 A T', {
    pt: 'Telefone com dígitos repetidos ou em sequência',
    en: 'A phone number of repeated or consecutive digits',
    applies: ({ phones }) => some(phones.repetitive),
  }),
  rule('PH007 P T', {
    pt: 'Telefone verificado',
    en: 'A phone number is verified',
    applies: ({ phones }) =>
      !phones.denied &&
      (phones.verifiedByToken || phones.verifiedByReply || some(phones.declaredVerified)),
  }),
  rule('PH010 A T', {
    pt: 'Operação negada pelo titular do telefone',
    en: 'Who has the phone said no to a question',
    applies: ({ phones }) => phones.denied,
  }),
  rule('PH011 A ET', {
    pt: 'Operação negada por quem recebeu o link de verificação',
    en: 'Who got the verification link said that the request is not theirs',
    applies: ({ link }) => link.denied,
  }),
  rule('PH012 A T', {
    pt: 'Negativa recebida sem indicar a operação',
    en: 'Who has the phone said no while questions of several tenants were open there',
    applies: ({ phones }) => phones.doubted,
  }),
  rule('PH008 N T', {
    pt: 'Telefone fixo brasileiro',
    en: 'A fixed number of Brazil',
    applies: ({ phones }) => some(phones.brazilianFixed),
  }),
  rule('PH009 N T', {
    pt: 'Telefone estrangeiro',
    en: 'A number of another country',
    applies: ({ phones }) => some(phones.foreign),
  }),
] as const

export const addressInsights = [
  rule('AD001 A Z', {
    pt: 'CEP com formato inválido ou faixa inexistente',
    en: 'A postal code that cannot be, or that no state has',
    applies: ({ address }) => address.zipWellFormed === false || address.zipAssigned === false,
  }),
  rule('AD002 P Z', {
    pt: 'CEP compatível com a UF informada',
    en: 'The postal code is of the state that is given',
    applies: ({ address }) => address.zipInState,
  }),
  rule('AD003 A Z', {
    pt: 'CEP incompatível com a UF informada',
    en: 'The postal code is of another state than is given',
    applies: ({ address }) => address.zipInState === false,
  }),
  lookup('AD004 A Z', {
    pt: 'CEP não encontrado',
    en: 'The postal code is in no register',
    applies: ({ address }) => address.zipFound === false,
  }),
  lookup('AD005 A Z', {
    pt: 'Cidade diverge do CEP',
    en: 'The city is not that of the postal code',
    applies: ({ address }) => address.cityOfZip === false,
  }),
  rule('AD006 N Z', {
    pt: 'CEP geral de município',
    en: 'The postal code is that of a whole town',
    applies: ({ address }) => address.zipGeneral,
  }),
  lookup('AD007 P Z', {
    pt: 'Cidade confere com o CEP',
    en: 'The city is that of the postal code',
    applies: ({ address }) => address.cityOfZip,
  }),
  rule('AD008 N Z', {
    pt: 'Endereço fora do Brasil',
    en: 'The address is not in Brazil',
    applies: ({ address }) => address.abroad,
  }),
  rule('AD009 N Z', {
    pt: 'Endereço incompleto',
    en: 'The address lacks street, number, city or state',
    applies: ({ address }) => address.complete === false,
  }),
] as const
