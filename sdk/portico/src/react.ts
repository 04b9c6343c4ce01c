export { useCapability, useRead, useService, useSlice, useSlot } from '@portico/ui/react'
export { ConnectButton, NetworkButton } from './react/buttons.js'
export { useAccount, useConnections, useModal, useNetwork, usePortico } from './react/hooks.js'
export { PorticoProvider } from './react/provider.js'
