// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title The code that an account of the devnet may borrow by EIP-7702 to run several calls as one
/// @notice Only the account itself may ask, and either every call happens or none does.
contract BatchAccount {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    error OnlyTheAccountItself(address caller);

    function execute(Call[] calldata calls) external payable {
        if (msg.sender != address(this)) revert OnlyTheAccountItself(msg.sender);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory answer) = calls[i].to.call{value: calls[i].value}(calls[i].data);
            if (!success) {
                // The reason of the call that failed is the reason of the batch.
                assembly {
                    revert(add(answer, 32), mload(answer))
                }
            }
        }
    }

    receive() external payable {}
}
