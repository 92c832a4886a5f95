package letscode

import (
	"context"
	"errors"
	"fmt"
)

// Permissions are what a model may do: Allow, ReadOnly, or Ask.
type Permissions struct {
	mode   PermissionMode
	decide func(context.Context, PermissionRequestParams) (PermissionRequestResult, error)
}

var (
	// Allow asks nothing.
	Allow = Permissions{mode: PermissionModeAllow}
	// ReadOnly is reads in the folder, and nothing else.
	ReadOnly = Permissions{mode: PermissionModeReadOnly}
)

// Ask leaves reads in the folder free, and asks this function about the rest. An error denies. The context ends when the answer
// is not needed any more.
func Ask(decide func(context.Context, PermissionRequestParams) (PermissionRequestResult, error)) Permissions {
	return Permissions{mode: PermissionModeAsk, decide: decide}
}

// Decision is consent or none, with a reason that the model reads; "" for none.
func Decision(decision PermissionDecision, reason string) PermissionRequestResult {
	result := PermissionRequestResult{Decision: decision}
	if reason != "" {
		result.Reason = &reason
	}
	return result
}

var errNoChoice = errors.New("permissions: choose letscode.Allow, letscode.ReadOnly, or letscode.Ask(a function that decides on each call)")

// answer asks the function; whatever is no consent denies.
func (p Permissions) answer(ctx context.Context, request PermissionRequestParams) (result PermissionRequestResult) {
	defer func() {
		if recovered := recover(); recovered != nil {
			result = Decision(PermissionDecisionDeny, fmt.Sprintf("the program could not decide: %v", panicError(recovered)))
		}
	}()
	if p.decide == nil {
		if p.mode == PermissionModeAllow {
			return Decision(PermissionDecisionAllow, "")
		}
		return Decision(PermissionDecisionDeny, "")
	}
	result, err := p.decide(ctx, request)
	switch {
	case err != nil:
		return Decision(PermissionDecisionDeny, fmt.Sprintf("the program could not decide: %v", err))
	case result.Decision != PermissionDecisionAllow && result.Decision != PermissionDecisionAllowAlways && result.Decision != PermissionDecisionDeny:
		return Decision(PermissionDecisionDeny, fmt.Sprintf("the program answered %q, which is no decision", result.Decision))
	}
	return result
}
