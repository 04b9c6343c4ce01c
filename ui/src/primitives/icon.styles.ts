export const iconStyles = `
.p-icon{display:block;flex:none;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
:dir(rtl)>.p-turns{transform:scaleX(-1)}
`
