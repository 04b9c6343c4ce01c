export const spinnerStyles = `
.p-spinner{flex:none;width:18px;height:18px;border-radius:50%;border:2px solid;border-inline-end-color:transparent;animation:p-turn .8s linear infinite}
@keyframes p-turn{to{rotate:1turn}}
@media (prefers-reduced-motion:reduce){.p-spinner{animation-duration:3s}}
`
