/** Rows and the pictures in them, held together like the frame (see `frame/index.ts`): lists that arrive one by one would else bring them in a handful of files. */

import { Avatar as FaceOfAccount } from './avatar.js'
import { loadPicture as loadOne } from './picture.js'
import { RowFace as FaceOfRow, List as ListOfRows, Row as OneRow } from './row.js'
import { NetworkIcon as IconOfNetwork, WalletIcon as IconOfWallet } from './wallet-icon.js'

const held = Object.freeze({
  Avatar: FaceOfAccount,
  List: ListOfRows,
  loadPicture: loadOne,
  NetworkIcon: IconOfNetwork,
  Row: OneRow,
  RowFace: FaceOfRow,
  WalletIcon: IconOfWallet,
})
export const { Avatar, List, loadPicture, NetworkIcon, Row, RowFace, WalletIcon } = held
export type { RowProps } from './row.js'
