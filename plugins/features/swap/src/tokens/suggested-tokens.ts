/**
 * Symbols by which lists are made of the tokens that there are. A symbol proves
 * nothing: these only sort what a route or the host lists.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const suggested =
  'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'
const further =
  'METAL CHAMP WOLF SALE BUSD MUST BTCpx ROUTE HEX WELT amDAI VSQ VISION AURUM pSP SNX VC CHP amUSDT SPHERE FOX GIDDY GFC OMEN OX_OLD DE WNT'

export const suggestedSymbols = /* @__PURE__ */ words(suggested)
export const popularSymbols = /* @__PURE__ */ words(`${suggested} ${further}`)
