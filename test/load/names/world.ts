// Draws fictitious names of people and companies as on lists of sanctions, by origin.
import type { Chance } from '#test/load/chance.ts'
import { type Draw, givenName, oneOf, surname } from './words.ts'

type Origin = {
  readonly given: Draw
  readonly last: Draw
  readonly shape: 'two' | 'double' | 'chain' | 'short'
}

const origins: Readonly<Record<string, Origin>> = {
  spanish: {
    given: oneOf(
      `JOSE LUIS JUAN CARLOS JORGE MIGUEL ANGEL PEDRO MANUEL FRANCISCO JAVIER ALEJANDRO RAFAEL FERNANDO MARIA ANA GLORIA CARMEN
      LUZ MARTHA PATRICIA ROSA CLAUDIA HERNAN DIEGO OSCAR HECTOR RAUL RAMON JULIO CESAR VICTOR HUGO JESUS IVAN MARIO GERARDO
      ALVARO GUILLERMO EDGAR JAIME ARTURO RICARDO ENRIQUE GUSTAVO NESTOR FREDY WILMER YOLANDA MARTINA ESTHER IGNACIO`,
    ),
    last: oneOf(
      `GARCIA RODRIGUEZ MARTINEZ LOPEZ GONZALEZ HERNANDEZ PEREZ SANCHEZ RAMIREZ TORRES FLORES RIVERA GOMEZ DIAZ CRUZ MORALES
      REYES GUTIERREZ ORTIZ CHAVEZ RUIZ JIMENEZ MENDOZA AGUILAR CASTILLO VARGAS ROMERO MEDINA HERRERA GUZMAN SALAZAR BELTRAN
      ZAMBADA QUINTERO OCHOA VALENCIA CARDENAS MONTOYA RESTREPO HENAO GRAJALES URDINOLA CABELLO MORENO PADRINO SILVA LIMA
      FELIX OROZCO ARELLANO CARRILLO ESPARRAGOZA COLMENARES CIFUENTES VILLA LOAIZA ARAUJO PEREIRA ROCHA SANTOS`,
    ),
    shape: 'double',
  },
  arabic: {
    given: oneOf(
      `MUHAMMAD MOHAMMED AHMED MAHMUD ALI HASSAN HUSSEIN OMAR IBRAHIM YUSUF KHALID SALEH NASSER SAMIR TARIQ WALID BILAL HAMZA
      ABDALLAH ABDULRAHMAN ABDELKADER FAYSAL JAMAL KARIM MUSTAFA RASHID SAID SULEIMAN ZAKARIA ADEL AYMAN BASSAM FUAD GHASSAN`,
    ),
    last: oneOf(
      `AL-TIKRITI AL-MASRI AL-SHAMI AL-BAGHDADI AL-LIBI HUSAYN HAMDAN MANSOUR KHALIL NASRALLAH HAIDAR ZAYN SHARIF MAKHLOUF
      ASSAD SHAWKAT HADDAD FARAJ MUBARAK SALIM QASIM JABER TAHA YASSIN AWAD BADR DIAB FARES HAMAD ISMAIL JUMA KANAAN`,
    ),
    shape: 'chain',
  },
  persian: {
    given: oneOf(
      'ALI REZA MOHAMMAD HOSSEIN MEHDI AMIR HASSAN MAJID SAEED HAMID BEHNAM DARIUSH FARHAD KAMRAN MASOUD NASER',
    ),
    last: oneOf(
      `AHMADI HOSSEINI KARIMI MORADI RAHIMI SADEGHI TEHRANI JAFARI GHASEMI SOLEIMANI NAJAFI BAGHERI ABBASI DAVOUDI FATHI HEYDARI
      KHORASANI MOUSAVI NOURI PANAHI REZAEI SALEHI ZAREI TALEBI YAZDI`,
    ),
    shape: 'two',
  },
  slavic: {
    given: oneOf(
      `Aleksandr Aleksey Andrei Anatoly Boris Dmitry Evgeny Igor Ivan Konstantin Maksim Mikhail Nikolai Oleg Pavel Roman Sergey
      Vladimir Viktor Yuri Vyacheslav Elena Irina Natalia Olga Svetlana Tatiana Viktoria`,
    ),
    last: oneOf(
      `IVANOV PETROV SMIRNOV KUZNETSOV POPOV VOLKOV SOKOLOV LEBEDEV KOZLOV NOVIKOV MOROZOV PAVLOV SEMENOV GOLUBEV VINOGRADOV
      BOGDANOV FEDOROV MIKHAILOV BELYAEV TARASOV KISELEV ILYIN GUSEV KUZMIN KUDRYAVTSEV SHEVCHENKO KOVALENKO BONDARENKO
      LUKASHENKA TIMCHENKO ROTENBERG DERIPASKA VEKSELBERG MEDVEDEV MATVIENKO`,
    ),
    shape: 'two',
  },
  chinese: {
    given: oneOf(
      'WEI LI MIN JUN HAO YAN PING XIAOMING GUOQIANG JIANHUA ZHIYONG DONGMEI FEI LEI TAO BIN',
    ),
    last: oneOf('WANG LI ZHANG LIU CHEN YANG HUANG ZHAO WU ZHOU XU SUN MA ZHU HU LIN'),
    shape: 'short',
  },
  korean: {
    given: oneOf(
      'Song Chol|Kyong Il|Yong Nam|Chol Su|Tong Hun|Kwang Ho|Myong Hui|Chun Sik'
        .replaceAll(' ', '_')
        .replaceAll('|', ' '),
    ),
    last: oneOf('KIM RI PAK CHOE JONG KANG CHO YUN JANG HAN O'),
    shape: 'short',
  },
  european: {
    given: oneOf(
      'Peter Thomas Michael David John Paul Robert Martin Stefan Marco Luca Pierre Jean Anna Eva Laura Ivana Dragan Goran Milan',
    ),
    last: oneOf(
      'MULLER SCHMIDT WEBER FISCHER ROSSI BIANCHI MARTIN BERNARD JOVANOVIC PETROVIC DODIK NIKOLIC HORVAT SMITH JONES TAYLOR BROWN',
    ),
    shape: 'two',
  },
  african: {
    given: oneOf(
      'Joseph Emmanuel Jean Pierre Robert Charles Samuel Isaac Moses Abdoulaye Mamadou Ibrahima Laurent Bosco Felix',
    ),
    last: oneOf(
      'MUGABE KABILA NTAGANDA KONY DOS_SANTOS BIZIMANA NKURUNZIZA MUDACUMURA TRAORE DIALLO CAMARA MAHAMAT CHIWENGA MACHAR',
    ),
    shape: 'two',
  },
  portuguese: {
    given: (chance) => givenName(chance).toUpperCase(),
    last: (chance) => surname(chance).toUpperCase(),
    shape: 'double',
  },
}

/** The percentages among listed people. */
const shares = [
  ['spanish', 26], ['arabic', 27], ['slavic', 21], ['persian', 12], ['chinese', 5], ['european', 4], ['african', 2], ['korean', 2],
  ['portuguese', 1],
] as const // prettier-ignore

function drawOrigin(chance: Chance): Origin {
  let left = chance.between(1, 100)
  const [name] = shares.find(([, share]) => (left -= share) <= 0) ?? ['spanish']
  const origin = origins[name]
  if (!origin) throw new Error(`no origin ${name}`)
  return origin
}

export type ListedName = { readonly last: string; readonly first: string }

export function drawListedName(chance: Chance): ListedName {
  const { given, last, shape } = drawOrigin(chance)
  const words = (draw: Draw, count: number) =>
    Array.from({ length: count }, () => draw(chance).replaceAll('_', ' ')).join(' ')
  if (shape === 'double') return { last: words(last, chance.percent(85) ? 2 : 1), first: words(given, chance.percent(55) ? 2 : 1) } // prettier-ignore
  if (shape === 'chain') return { last: words(last, 1), first: words(given, chance.between(1, 3)) }
  if (shape === 'short') return { last: words(last, 1), first: words(given, 1) }
  return { last: words(last, 1), first: words(given, chance.percent(40) ? 2 : 1) }
}

const firm = oneOf(
  `ORIENT GULF STAR SILK PEARL PACIFIC EASTERN CASPIAN NEFT TRANS STROY PROM INTER ALPHA DELTA GLOBAL UNION GOLDEN ROYAL FALCON
  CEDAR TIGRIS ANDES CARIBE CENTRAL NACIONAL ORO SOL ESMERALDA VICTORIA AURORA ATLAS ORION HORIZON PRIME MAX`,
)
const does = oneOf(
  `TRADING SHIPPING PETROLEUM HOLDING INVESTMENT GENERAL_TRADING ENGINEERING INDUSTRIES LOGISTICS MARINE AVIATION BANK ELECTRONICS
  CONSTRUCTION GROUP TECHNOLOGIES INVERSIONES COMERCIALIZADORA AGROPECUARIA CONSTRUCTORA TRANSPORTES SERVICIOS CONSTRUCCIONES`,
)
const form = oneOf(
  'LLC LTD LIMITED CO._LTD. JSC OOO PJSC FZE GMBH S.A. S.A._DE_C.V. S.A.S. LTDA. CORP. INC. PLC SARL AO',
)
const syllable = oneOf(
  'MAR TEK VOR SAN KAR LUX NEF GAZ RUS TAN BEL ZAR MIR KON DAR SOL VIK TOR AL NOR',
)

export function drawListedCompany(chance: Chance): string {
  const own = chance.percent(45)
    ? `${syllable(chance)}${syllable(chance)}${chance.percent(50) ? syllable(chance) : ''}`
    : chance.percent(40)
      ? drawListedName(chance).last
      : chance.percent(50)
        ? `${firm(chance)} ${firm(chance)}`
        : firm(chance)
  const what = chance.percent(75) ? ` ${does(chance)}` : ''
  const name = chance.percent(30) ? `${what.trim()} ${own}` : `${own}${what}`
  const end = chance.percent(75) ? ` ${form(chance)}` : ''
  return `${name}${end}`.replaceAll('_', ' ').trim()
}
