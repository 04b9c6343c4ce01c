export { connectMessage } from './frame/button-labels.js'
export {
  ConnectButton,
  type ConnectButtonProps,
  NetworkButton,
  type NetworkButtonProps,
} from './frame/connect-button.js'
export { closeMessage } from './frame/header.js'
export { modal } from './frame/index.js'
export type { MountOptions } from './frame/mount-modal.js'
export { Address, addressMessage } from './primitives/address.js'
export {
  AmountInput,
  type AmountInputProps,
  enterAmountMessage,
  reviewMessage,
  type TypedAmount,
  useTypedAmount,
} from './primitives/amount-input.js'
export { NetworkIcon, TokenIcon } from './primitives/asset-icons.js'
export { Avatar } from './primitives/avatar.js'
export { Button, type ButtonProps } from './primitives/button.js'
export { ClickGuard, type ClickGuardProps } from './primitives/click-guard.js'
export { ConfirmButton, disconnectMessage } from './primitives/confirm-button.js'
export { CopyButton, type CopyButtonProps, copyAddressMessage } from './primitives/copy-button.js'
export { EmptyAccount, type EmptyAccountProps } from './primitives/empty-account.js'
export { ErrorBoundary, type ErrorBoundaryProps, pluginOf } from './primitives/error-boundary.js'
export {
  changesMessage,
  Fact,
  type FactProps,
  Facts,
  networkMessage,
  sponsoredMessage,
} from './primitives/facts.js'
export {
  backMessage,
  FailedPart,
  type FailedPartProps,
  retryInMessage,
  retryMessage,
} from './primitives/failed-part.js'
export {
  amountMessage,
  type FieldProps,
  LabelledField,
  SearchField,
  TextField,
  type TextFieldProps,
} from './primitives/field.js'
export { FieldCard, type FieldCardProps } from './primitives/field-card.js'
export { FramingWarning } from './primitives/framing-warning.js'
export { Icon, type IconName, type IconProps } from './primitives/icon.js'
export { IconButton, type IconButtonProps } from './primitives/icon-button.js'
export { Link, type LinkProps } from './primitives/link.js'
export { LongList, type LongListProps, type TabStop } from './primitives/long-list.js'
export { Note, offlineFormMessage } from './primitives/note.js'
export {
  checkWalletMessage,
  NoticeRow,
  type NoticeRowProps,
  outcomeMessage,
  spenderMessage,
  wentToMessage,
} from './primitives/notice-row.js'
export { Panes, type PanesProps } from './primitives/panes.js'
export {
  installedMessage,
  loadPicture,
  WalletIcon,
  walletsMessage,
} from './primitives/picture.js'
export { Pill, type PillProps, suspiciousMessage, unverifiedMessage } from './primitives/pill.js'
export {
  type LoadQr,
  loadQr,
  QrCode,
  type QrCodeProps,
  type UseQrOptions,
  useQr,
} from './primitives/qr-code.js'
export type { QrDrawing } from './primitives/qr-drawing.js'
export {
  copyTransactionMessage,
  doneMessage,
  explorerMessage,
  fromMessage,
  managePendingMessage,
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
export { List, Row, RowContent, type RowProps } from './primitives/row.js'
export { Skeleton } from './primitives/skeleton.js'
export { LazyComponent, SlotOutlet, type SlotOutletProps } from './primitives/slot-outlet.js'
export {
  type Choice,
  Segmented,
  type SegmentedProps,
  Tabs,
  type TabsProps,
} from './primitives/tabs.js'
export { Caption, Stack, type StackProps, Title } from './primitives/text.js'
export {
  balanceLoadingMessage,
  balanceUnavailableMessage,
  HideableAmount,
  type HideableAmountProps,
  hiddenAmount,
  maxMessage,
  TokenAmount,
  type TokenAmountProps,
  TokenBalance,
  type TokenBalanceProps,
  useHidesAmounts,
} from './primitives/token-amount.js'
export {
  changeTokenMessage,
  type ListedToken,
  TokenList,
  type TokenListProps,
  yourTokensMessage,
} from './primitives/token-list.js'
export { ViewFooter, type ViewFooterProps } from './primitives/view-footer.js'
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
export { formatAge, useFiat } from './react/format.js'
export { hasMouse } from './react/initial-focus.js'
export { KernelProvider, useKernel } from './react/kernel-provider.js'
export { useCapability, useService, useSlice, useSlot } from './react/registry-hooks.js'
export { createRefusals, type Refusals, useAllLoaded } from './react/use-loaded.js'
export { useOnline } from './react/use-online.js'
export { useRead } from './react/use-read.js'
export { type PageOptions, type RefreshOptions, usePages, useRefresh } from './react/use-refresh.js'
export { useSecondsUntil } from './react/use-seconds-until.js'
export { type TaskState, useReportErrors, useTask } from './react/use-task.js'
export { useTitle } from './react/use-title.js'
export { type Translate, useTranslate } from './react/use-translate.js'
export { useTypedText } from './react/use-typed-text.js'
export { preloadView, usePreload, useViews, type ViewProps } from './react/use-views.js'
export { adoptStyles, type StyleRoot } from './theme/adopt-styles.js'
export { useStyles } from './theme/use-styles.js'
