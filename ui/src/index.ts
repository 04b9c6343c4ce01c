export { connectMessage, networkUnknownMessage } from './frame/button-model.js'
export { ConnectButton, type ConnectButtonProps, NetworkButton, type NetworkButtonProps } from './frame/connect-button.js'
export { closeMessage } from './frame/header.js'
export { mountModal, prefetchModal, useKernel, useTranslate } from './frame/index.js'
export type { MountOptions } from './frame/mount-modal.js'
export { Address, addressMessage } from './primitives/address.js'
export { ageIn } from './primitives/age.js'
export { backMessage, retryInMessage, retryMessage } from './primitives/broken.js'
export { Button, type ButtonProps } from './primitives/button.js'
export { ConfirmButton, disconnectMessage } from './primitives/confirm-button.js'
export { CopyButton, type CopyButtonProps, copyAddressMessage } from './primitives/copy-button.js'
export { ErrorBoundary, type ErrorBoundaryProps, pluginOf } from './primitives/error-boundary.js'
export { changesMessage, Fact, type FactProps, Facts, networkMessage, sponsoredMessage } from './primitives/facts.js'
export { amountMessage, type FieldProps, SearchField, TextField, type TextFieldProps } from './primitives/field.js'
export { Foot, type FootProps } from './primitives/foot.js'
export { FramedBy } from './primitives/framed-by.js'
export { Icon, type IconName, type IconProps } from './primitives/icon.js'
export { IconButton, type IconButtonProps } from './primitives/icon-button.js'
export { Link, type LinkProps } from './primitives/link.js'
export { LongList, type LongListProps, type Stop } from './primitives/long-list.js'
export { Note, offlineFormMessage } from './primitives/note.js'
export { checkWalletMessage, NoticeRow, type NoticeRowProps, outcomeMessage, spenderMessage, wentToMessage } from './primitives/notice-row.js'
export { Pill, type PillProps, suspiciousMessage } from './primitives/pill.js'
export { type LoadQr, loadQr, QrCode, type QrCodeProps, type UseQrOptions, useQr } from './primitives/qr-code.js'
export type { QrDrawing } from './primitives/qr-drawing.js'
export {
  copyTransactionMessage,
  doneMessage,
  explorerMessage,
  fromMessage,
  Receipt,
  type ReceiptProps,
  receiptDetails,
  receiptStates,
  sentFromMessage,
  sentMessage,
  sentToMessage,
  swappedMessage,
  toMessage,
  transactionMessage,
  whenMessage,
} from './primitives/receipt.js'
export { Avatar, List, loadPicture, NetworkIcon, Row, RowFace, type RowProps, WalletIcon } from './primitives/rows.js'
export { shortAddress } from './primitives/short-address.js'
export { Skeleton } from './primitives/skeleton.js'
export { LazyFace, SlotOutlet, type SlotOutletProps } from './primitives/slot-outlet.js'
export { Steady, type SteadyProps } from './primitives/steady.js'
export { hiddenAmount, Sum, type SumProps, useHidesAmounts } from './primitives/sum.js'
export { type Choice, Segmented, type SegmentedProps, Tabs, type TabsProps } from './primitives/tabs.js'
export { Caption, Stack, type StackProps } from './primitives/text.js'
export { Title } from './primitives/title.js'
export { TokenAmount, type TokenAmountProps } from './primitives/token-amount.js'
export { balanceLoadingMessage, balanceUnavailableMessage, maxMessage, TokenBalance, type TokenBalanceProps } from './primitives/token-balance.js'
export { TokenIcon } from './primitives/token-icon.js'
export { changeTokenMessage, type ListedToken, TokenList, type TokenListProps, yourTokensMessage } from './primitives/token-list.js'
export {
  cancelMessage,
  declinedMessage,
  notConnectedMessage,
  openWalletMessage,
  requestWaitsMessage,
  slowMessage,
  slowWalletMessage,
  stopWaitingMessage,
  Waiting,
  type WaitingProps,
} from './primitives/waiting.js'
export { installedMessage, walletsMessage } from './primitives/wallet-icon.js'
export { hasMouse, startHere } from './react/initial-focus.js'
export { KernelProvider } from './react/kernel-provider.js'
export { useCalls } from './react/use-calls.js'
export { useCapability } from './react/use-capability.js'
export { useFiat } from './react/use-fiat.js'
export { type Freshness, useFresh } from './react/use-fresh.js'
export { useOnline } from './react/use-online.js'
export { type Pages, usePages } from './react/use-pages.js'
export { useRead } from './react/use-read.js'
export { useSecondsUntil } from './react/use-seconds-until.js'
export { useService } from './react/use-service.js'
export { useSlice } from './react/use-slice.js'
export { useSlot } from './react/use-slot.js'
export { type TaskState, useTask } from './react/use-task.js'
export { useTitle } from './react/use-title.js'
export type { Translate } from './react/use-translate.js'
export { useTyped } from './react/use-typed.js'
export { preloadView, usePreload, useViews, type ViewProps } from './react/use-views.js'
export { adoptStyles, type StyleRoot } from './theme/adopt-styles.js'
export { useStyles } from './theme/use-styles.js'
