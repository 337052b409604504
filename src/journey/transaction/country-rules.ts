// Countries by ISO 3166-1, and who else issues passports (ICAO Doc 9303-3, section 5). Pure.

/** Each country by its alpha-3 and alpha-2 code (github.com/datasets/country-codes at caa72d1). */
const codes = `
  ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU
  AUTAT AZEAZ BDIBI BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ
  BMUBM BOLBO BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI
  CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE
  DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK
  FRAFR FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR
  GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN
  IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH
  KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV
  MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH MKDMK MLIML MLTMT MMRMM MNEME MNGMN
  MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE NFKNF NGANG NICNI
  NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL
  PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG
  SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI
  SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO TTOTT
  TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG
  VIRVI VNMVN VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW
`

/**
 * Kosovo, the European Union, the United Nations, the Order of Malta and Interpol issue passports without being in ISO
 * 3166-1; British overseas territories have had GBD on theirs since 2016.
 */
const otherIssuers = ['RKS', 'EUE', 'UNO', 'UNA', 'UNK', 'XOM', 'XPO', 'GBD']

const pairs = codes
  .trim()
  .split(/\s+/)
  .map((pair) => [pair.slice(0, 3), pair.slice(3)] as const)

const issuers: ReadonlySet<string> = new Set([...pairs.map(([alpha3]) => alpha3), ...otherIssuers])

/** All issuers of passports, by alpha-3. */
export const passportIssuers: readonly string[] = [...issuers]

/** Whether passports are issued under this code of three capitals. */
export const issuesPassports = (alpha3: string): boolean => issuers.has(alpha3)

/** English last: where two languages have one name for two countries, it counts. */
const languages = ['es', 'pt', 'en'].map((one) => new Intl.DisplayNames(one, { type: 'region' }))
const bareName = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()

const byText = new Map([
  ...languages.flatMap((names) =>
    pairs.flatMap(([alpha3, alpha2]) => {
      const name = bareName(names.of(alpha2) ?? alpha3)
      // Irã would be read as a code.
      return name.length > 3 ? [[name, alpha3] as const] : []
    }),
  ),
  ...pairs.flatMap(([alpha3, alpha2]) =>
    [alpha3, alpha2].map((code) => [bareName(code), alpha3] as const),
  ),
  ...otherIssuers.map((code) => [bareName(code), code] as const),
  // German passports write `D` in the machine-readable zone (ICAO Doc 9303-3, section 5).
  ['d', 'DEU'] as const,
])

/**
 * The alpha-3 code of a country given by a code or its English, Portuguese or Spanish name; undefined for any other text.
 */
export const toCountry = (text: string): string | undefined => byText.get(bareName(text))
