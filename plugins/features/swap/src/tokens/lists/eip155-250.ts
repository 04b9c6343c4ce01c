/** Written by `scripts/token-lists.mjs`: tokens of eip155:250. */
import type { TokenRow } from '../token-rows.js'

/** Where the addresses were read. */
export const urls: readonly string[] = [
  'https://unpkg.com/@lifi/data-types@7.1.0/src/_esm/coins/coins.js',
  'https://unpkg.com/blockchain-addressbook@0.54.111/build/address-book/fantom/tokens/tokens.js',
]
export const rows: readonly TokenRow[] = [
  ['0x56ee926bD8c72B2d5fa1aF4d9E4Cbb515a1E3Adc', 18, 'SNX', 'Synthetix Network', 1],
  ['0x6626c47c00F1D87902fc13EECfaC3ed06D5E8D8a', 18, 'WOO', 'WOO', 1],
  ['0xdc301622e621166BD8E82f2cA0A26c13Ad0BE355', 18, 'FRAX', 'Frax', 0],
  ['0x7d016eec9c25232b01F23EF992D98ca97fc2AF5a', 18, 'FXS', 'Frax Share', 1],
  ['0x74E23dF9110Aa9eA0b6ff2fAEE01e740CA1c642e', 18, 'TOR', 'TOR', 1],
  ['0x468003B688943977e6130F4F68F23aad939a1040', 18, 'SPELL', 'Spell', 1],
  ['0x2F6F07CDcf3588944Bf4C42aC74ff24bF56e7590', 18, 'STG', 'Stargate Finance', 1],
  ['0x15b7c0c907e4C6b9AdaAaabC300C08991D6CEA05', 18, 'GEL', 'Gelato', 1],
  ['0x3129662808bEC728a27Ab6a6b9AFd3cBacA8A43c', 18, 'DOLA', 'DOLA', 1],
  ['0x82f0B8B456c1A451378467398982d4834b6829c1', 18, 'MIM', 'Magic Internet Money', 1],
  ['0x0E1694483eBB3b74d3054E383840C6cf011e518e', 18, 'sUSD', 'sUSD', 1],
  ['0x2A5062D22adCFaAfbd5C541d4dA82E4B450d4212', 18, 'KP3R', 'Keep3rV1', 1],
  ['0x44B26E839eB3572c5E959F994804A5De66600349', 18, 'HEGIC', 'Hegic', 1],
  ['0xd7028092c830b5C8FcE061Af2E593413EbbC1fc1', 18, 'sFTMx', 'BeethovenX sFTMX', 1],
  ['0xE992bEAb6659BFF447893641A378FbbF031C5bD6', 18, 'WIGO', 'WigoSwap', 1],
  ['0x657A1861c15A3deD9AF0B6799a195a249ebdCbc6', 18, 'CREAM', 'Cream', 1],
  ['0x85dec8c4B2680793661bCA91a8F129607571863d', 18, 'BRUSH', 'Paint Swap', 1],
  ['0xF24Bcf4d1e507740041C9cFd2DddB29585aDCe1e', 18, 'BEETS', 'Beethoven X', 1],
  ['0xc60D7067dfBc6f2caf30523a064f416A5Af52963', 18, 'TREEB', 'Retreeb', 1],
  ['0x3dc57B391262e3aAe37a08D91241f9bA9d58b570', 18, 'YOSHI', 'Yoshi.exchange', 1],
  ['0x5Cc61A78F164885776AA610fb0FE1257df78E59B', 18, 'SPIRIT', 'SpiritSwap', 1],
  ['0x6c021Ae822BEa943b2E66552bDe1D2696a53fbB7', 18, 'TOMB', 'Tomb', 1],
  ['0x3Fd3A0c85B70754eFc07aC9Ac0cbBDCe664865A6', 18, 'EQUAL', 'Equalizer DEX', 1],
  ['0xC5e2B037D30a390e62180970B3aa4E91868764cD', 18, 'TAROT', 'Tarot V1', 1],
  ['0x74b23882a30290451A17c44f4F05243b6b58C76d', 18, 'WETH', 'ETH', 0],
  ['0x1B6382DBDEa11d97f24495C9A90b7c88469134a4', 6, 'axlUSDC', 'Axelar Wrapped USDC', 0],
  ['0x9E73F99EE061C8807F69f9c6CCc44ea3d8c373ee', 18, 'frxETH', 'frxETH', 0],
]
