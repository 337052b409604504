// Insights of e-mail addresses, phones and addresses.
import { entry } from './entry.ts'

const rule = entry('rule')
const lookup = entry('lookup')
const some = (count: number | undefined) => count !== undefined && count > 0

export const emailInsights = [
  rule(
    'EM001',
    'A',
    'E',
    'E-mail com formato inválido',
    'The e-mail address cannot be one',
    ({ email }) => email.wellFormed === false,
  ),
  rule(
    'EM002',
    'A',
    'E',
    'E-mail de domínio descartável',
    'The e-mail address is of a domain to be thrown away',
    ({ email }) => email.disposable,
  ),
  rule(
    'EM003',
    'N',
    'E',
    'E-mail de provedor gratuito',
    'The e-mail address is of a free provider',
    ({ email }) => email.free,
  ),
  rule(
    'EM004',
    'N',
    'E',
    'E-mail de função, não pessoal',
    'The e-mail address is of a function, not of a person',
    ({ email }) => email.role,
  ),
  rule(
    'EM005',
    'A',
    'E',
    'Possível erro de digitação no domínio do e-mail',
    "The e-mail address's domain may be mistyped",
    ({ email }) => email.mistyped,
  ),
  lookup(
    'EM006',
    'A',
    'E',
    'Domínio do e-mail não recebe mensagens',
    "The e-mail address's domain takes no mail",
    ({ email }) => email.takesMail === false,
  ),
  rule(
    'EM007',
    'P',
    'EN',
    'E-mail contém parte do nome do titular',
    "The e-mail address has a part of the holder's name",
    ({ email }) => email.likeName,
  ),
  rule(
    'EM008',
    'P',
    'E',
    'E-mail verificado',
    'The e-mail address is verified',
    ({ email }) => email.verifiedByToken || email.declaredVerified,
  ),
  rule(
    'EM009',
    'N',
    'E',
    'E-mail com marcador após o sinal de mais',
    'The e-mail address has a tag after a plus sign',
    ({ email }) => email.tagged,
  ),
  lookup(
    'EM010',
    'N',
    'E',
    'Domínio do e-mail recebe mensagens',
    "The e-mail address's domain takes mail",
    ({ email }) => email.takesMail,
  ),
] as const

export const phoneInsights = [
  rule(
    'PH001',
    'P',
    'T',
    'Celular brasileiro com formato válido',
    'A mobile number of Brazil that can be',
    ({ phones }) => some(phones.brazilianMobile),
  ),
  rule(
    'PH002',
    'A',
    'T',
    'Telefone com formato inválido',
    'A phone number that cannot be',
    ({ phones }) => some(phones.malformed),
  ),
  rule('PH003', 'A', 'T', 'DDD inexistente', 'An area code that no state has', ({ phones }) =>
    some(phones.unknownAreaCode),
  ),
  rule(
    'PH004',
    'P',
    'TZ',
    'DDD da mesma UF do endereço',
    "An area code of the address's state",
    ({ phones }) => some(phones.inState),
  ),
  rule(
    'PH005',
    'N',
    'TZ',
    'DDD de UF diferente da do endereço',
    "An area code of another state than the address's",
    ({ phones }) => some(phones.outOfState),
  ),
  rule(
    'PH006',
    'A',
    'T',
    'Telefone com dígitos repetidos ou em sequência',
    'A phone number of repeated or consecutive digits',
    ({ phones }) => some(phones.repetitive),
  ),
  rule(
    'PH007',
    'P',
    'T',
    'Telefone verificado',
    'A phone number is verified',
    ({ phones }) =>
      !phones.denied &&
      (phones.verifiedByToken || phones.verifiedByReply || some(phones.declaredVerified)),
  ),
  rule(
    'PH010',
    'A',
    'T',
    'Operação negada pelo titular do telefone',
    'Who has the phone said no to a question',
    ({ phones }) => phones.denied,
  ),
  rule('PH008', 'N', 'T', 'Telefone fixo brasileiro', 'A fixed number of Brazil', ({ phones }) =>
    some(phones.brazilianFixed),
  ),
  rule('PH009', 'N', 'T', 'Telefone estrangeiro', 'A number of another country', ({ phones }) =>
    some(phones.foreign),
  ),
] as const

export const addressInsights = [
  rule(
    'AD001',
    'A',
    'Z',
    'CEP com formato inválido ou faixa inexistente',
    'A postal code that cannot be, or that no state has',
    ({ address }) => address.zipWellFormed === false || address.zipAssigned === false,
  ),
  rule(
    'AD002',
    'P',
    'Z',
    'CEP compatível com a UF informada',
    'The postal code is of the state that is given',
    ({ address }) => address.zipInState,
  ),
  rule(
    'AD003',
    'A',
    'Z',
    'CEP incompatível com a UF informada',
    'The postal code is of another state than is given',
    ({ address }) => address.zipInState === false,
  ),
  lookup(
    'AD004',
    'A',
    'Z',
    'CEP não encontrado',
    'The postal code is in no register',
    ({ address }) => address.zipFound === false,
  ),
  lookup(
    'AD005',
    'A',
    'Z',
    'Cidade diverge do CEP',
    'The city is not that of the postal code',
    ({ address }) => address.cityOfZip === false,
  ),
  rule(
    'AD006',
    'N',
    'Z',
    'CEP geral de município',
    'The postal code is that of a whole town',
    ({ address }) => address.zipGeneral,
  ),
  lookup(
    'AD007',
    'P',
    'Z',
    'Cidade confere com o CEP',
    'The city is that of the postal code',
    ({ address }) => address.cityOfZip,
  ),
  rule(
    'AD008',
    'N',
    'Z',
    'Endereço fora do Brasil',
    'The address is not in Brazil',
    ({ address }) => address.abroad,
  ),
  rule(
    'AD009',
    'N',
    'Z',
    'Endereço incompleto',
    'The address lacks street, number, city or state',
    ({ address }) => address.complete === false,
  ),
] as const
