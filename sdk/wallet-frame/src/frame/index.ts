/** The frame's side of the conversation with the page around it. */
export { type AcceptPageOptions, acceptPage, type PageAcceptance } from './accept-page.js'
export { FrameRefusal } from './errors.js'
export {
  type FrameCall,
  type FrameHandlers,
  type PageService,
  type ServePageOptions,
  type SigningRequest,
  servePage,
} from './serve-page.js'
