import { describe, expect, it } from 'vitest'
import { endOfRoutePlan } from './route-plan.js'

/**
 * Every variant of `Swap` in order, with the types of its fields where it has any: the IDL that
 * Jupiter v6 publishes on chain, read a second time, by name. `side` and `bool` are one byte, 0 or
 * 1; `info` is `RemainingAccountsInfo`.
 */
const variants = `
Saber SaberAddDecimalsDeposit SaberAddDecimalsWithdraw TokenSwap Sencha Step Cropper Raydium Crema(bool) Lifinity Mercurial Cykura Serum(side) MarinadeDeposit MarinadeUnstake
Aldrin(side) AldrinV2(side) Whirlpool(bool) Invariant(bool) Meteora GooseFX DeltaFi(bool) Balansol MarcoPolo(bool) Dradex(side) LifinityV2 RaydiumClmm Openbook(side) Phoenix(side)
Symmetry(u64,u64) TokenSwapV2 HeliumTreasuryManagementRedeemV0 StakeDexStakeWrappedSol StakeDexSwapViaStake(u32) GooseFXV2 Perps PerpsAddLiquidity PerpsRemoveLiquidity MeteoraDlmm
OpenBookV2(side) RaydiumClmmV2 StakeDexPrefundWithdrawStakeAndDepositStake(u32) Clone(u8,bool,bool) SanctumS(u8,u8,u32,u32) SanctumSAddLiquidity(u8,u32)
SanctumSRemoveLiquidity(u8,u32) RaydiumCP WhirlpoolSwapV2(bool,info?) OneIntro PumpWrappedBuy PumpWrappedSell PerpsV2 PerpsV2AddLiquidity PerpsV2RemoveLiquidity MoonshotWrappedBuy
MoonshotWrappedSell StabbleStableSwap StabbleWeightedSwap Obric(bool) FoxBuyFromEstimatedCost FoxClaimPartial(bool) SolFi(bool) SolayerDelegateNoInit SolayerUndelegateNoInit
TokenMill(side) DaosFunBuy DaosFunSell ZeroFi StakeDexWithdrawWrappedSol VirtualsBuy VirtualsSell Perena(u8,u8) PumpSwapBuy PumpSwapSell Gamma MeteoraDlmmSwapV2(info) Woofi
MeteoraDammV2 MeteoraDynamicBondingCurveSwap StabbleStableSwapV2 StabbleWeightedSwapV2 RaydiumLaunchlabBuy(u64) RaydiumLaunchlabSell(u64) BoopdotfunWrappedBuy
BoopdotfunWrappedSell Plasma(side) GoonFi(bool,u8) HumidiFi(u64,bool) MeteoraDynamicBondingCurveSwapWithRemainingAccounts TesseraV(side) PumpWrappedBuyV2 PumpWrappedSellV2
PumpSwapBuyV2 PumpSwapSellV2 Heaven(bool) SolFiV2(bool) Aquifer PumpWrappedBuyV3 PumpWrappedSellV3 PumpSwapBuyV3 PumpSwapSellV3 JupiterLendDeposit JupiterLendRedeem
DefiTuna(bool,info?) AlphaQ(bool) RaydiumV2 SarosDlmm(bool) Futarchy(side) MeteoraDammV2WithRemainingAccounts Obsidian WhaleStreet(side) DynamicV1(candidates,u8?) PumpWrappedBuyV4
PumpWrappedSellV4 CarrotIssue CarrotRedeem Manifest(side) BisonFi(bool) HumidiFiV2(u64,bool) PerenaStar(bool) JupiterRfqV2(side,bytes) GoonFiV2(bool) Scorch(u128)
VaultLiquidUnstake(u64,u64,u64,u64,u64,u64) XOrca Quantum(side) WhaleStreetV2(side,u64,u64) Riptide(bool) RunnerRodeo TaurusFi(bool) Omnipair MSwap Hylo(enum8) VoltrDeposit
VoltrWithdraw SanctumSV2(u8,u8,u32,u32) LemmingsFi(bool) ScaleVmmBuy ScaleVmmSell ScaleAmmBuy ScaleAmmSell BisonFiV2(bool) Trends HumaDeposit HumaInstantWithdraw Kipseli(bool)
DynamicV2(weighted,u8,u8) PumpSwapBuyV3WithCashbackClaim PumpSwapSellV3WithCashbackClaim PumpWrappedBuyV4WithCashbackClaim PumpWrappedSellV4WithCashbackClaim GoonFiV3(bool)
PumpWrappedBuyV5(bool) PumpWrappedSellV5(bool) ZeroFiSwapV2 BisonFiPredict(side,bool) ByrealDynamicV3 Flux(u64,bool) VaultLiquidSellLst VaultLiquidBuyLst(u64) KipseliV2(bool)
Deriverse(side,u32) Hadron(bool) BinaryFi Metric(bool) JupiterLendDexSwap(bool) Gatorswap(bool) Flint(bool,bool) Denali(bool) PerenaStarV2Deposit
PerenaStarV2WithdrawFromExternal(u8) SanctumSols(enum3) HyloV2(enum8) SanctumPamm Archer(side) TrenchWrappedBuy TrenchWrappedSell BisonFiMarketBacked(bool) TesseraVV2(side)
Stableswap BinaryFiV2 KipseliV3(bool) PerenaStarV2TrancheDeposit(side) PerenaStarV2TrancheWithdrawFromExternal(side,u8?) Quay(bool) HumidiFiRouter(u64,u256,u128,bool)
HumidiFiRouterV2(u64,u64,u256,u128,bool) PumpWrappedBuyV6(bool,bool)`
  .trim()
  .split(/\s+/)
  .map(text => {
    const [name = '', fields = ''] = text.split(/[()]/)
    return { name, fields: fields ? fields.split(',') : [] }
  })

const u32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24]
const filled = (bytes: number, byte = 0xee) => Array.from({ length: bytes }, () => byte)
const info = [...u32(2), 6, 3, 7, 1]
/** A candidate of each kind, by its number. */
const candidates = [
  [0, ...filled(8), 1],
  [1, 1],
  [2, ...filled(8), 0],
  [3],
  [4],
  [5, 1],
  [6],
  [7, 0],
  [8, 1],
  [9, 1],
  [10, 1, 1, ...info],
  [10, 0, 0],
  [11],
  [12, 1],
  [13],
  [14, 0],
  [15, ...filled(56), 1],
  [16, ...filled(64), 1],
]
const bytesOf = (type: string): readonly number[] => {
  if (type.endsWith('?')) return [1, ...bytesOf(type.slice(0, -1))]
  if (type === 'bool' || type === 'side') return [1]
  if (type.startsWith('enum')) return [Number(type.slice(4)) - 1]
  if (type === 'info') return info
  if (type === 'bytes') return [...u32(300), ...filled(300)]
  if (type === 'candidates') return [...u32(candidates.length), ...candidates.flat()]
  if (type === 'weighted')
    return [...u32(candidates.length), ...candidates.flatMap(one => [...one, ...u32(5_000)])]
  return filled(Number(type.slice(1)) / 8)
}
const step = (number: number) => [
  number,
  ...(variants[number]?.fields.flatMap(bytesOf) ?? []),
  100,
  0,
  1,
]
const planOf = (...steps: readonly (readonly number[])[]) =>
  Uint8Array.from([...u32(steps.length), ...steps.flat()])

describe('the end of a route plan', () => {
  it('[S21] the end of a route plan is found for each of the 188 variants of a swap', () => {
    expect(variants).toHaveLength(188)
    variants.forEach(({ name }, number) => {
      const plan = planOf(step(number))
      expect([name, endOfRoutePlan(plan, 0)]).toEqual([name, plan.length])
    })
  })
  it('[S21] the end of a route plan is found after all variants in one plan, with other bytes behind it', () => {
    const plan = planOf(...variants.map((_, number) => step(number)))
    expect(endOfRoutePlan(Uint8Array.from([9, 9, ...plan, ...filled(19)]), 2)).toBe(2 + plan.length)
  })
  it('[S21] the end of a route plan is not found when the plan is cut off at any byte', () => {
    for (const number of variants.keys()) {
      const plan = planOf(step(number))
      for (let length = 0; length < plan.length; length++)
        expect(endOfRoutePlan(plan.slice(0, length), 0)).toBeUndefined()
    }
  })
  it.each([
    ['a variant that is not known', [188, 100, 0, 1]],
    ['the last possible variant', [255, 100, 0, 1]],
    ['a flag of 2', [17, 2, 100, 0, 1]],
    ['an option of 2', [47, 1, 2, 0, 0, 0, 0, 100, 0, 1]],
    ['an enum beyond its variants', [132, 8, 100, 0, 1]],
    ['a candidate that is not known', [111, 1, 0, 0, 0, 17, 0, 100, 0, 1]],
    ['a list of four billion', [75, 255, 255, 255, 255, 100, 0, 1]],
  ])('[S21] the end of a route plan is not found in a plan with %s', (_, bytes) => {
    expect(endOfRoutePlan(planOf(bytes), 0)).toBeUndefined()
  })
})
