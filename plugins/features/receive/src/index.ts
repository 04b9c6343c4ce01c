export { receive } from './plugin.js'
export { type ReceiveParams, receiveView } from './refs.js'
