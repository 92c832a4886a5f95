package letscode

// answerText makes text of the events of one run, of those that were left out too.
type answerText struct {
	bounds func() (first, last string) // the ids of the run's first and last message; "" where that is not known
	answer string                      // the answer that is being told, and how much of it was
	told   int
	ended  string // the last answer that was told to its end
	cut    bool   // something of the answer that comes was left out
}

// take is what the next event adds, in pieces: an empty line between two answers.
func (a *answerText) take(event Event) (pieces []string) {
	switch event := event.(type) {
	case GapEvent:
		a.cut = true
		for _, message := range a.untold(event.Messages) {
			pieces = append(pieces, a.rest(message)...)
		}
	case MessageStart:
		a.cut = false
	case MessageUpdate:
		if delta, ok := event.StreamEvent.(TextDelta); ok && !a.cut {
			return a.piece(IDOf(event.Message), delta.Delta)
		}
	case MessageEnd:
		if message, ok := event.Message.(AssistantMessage); ok {
			return a.rest(message)
		}
	}
	return pieces
}

func (a *answerText) piece(answer, text string) []string {
	before := a.answer
	if before != answer {
		a.answer, a.told = answer, 0
	}
	a.told += len(text)
	if before == "" || before == answer {
		return []string{text}
	}
	return []string{"\n\n", text}
}

// rest is what was not told of an answer that has ended.
func (a *answerText) rest(message AssistantMessage) []string {
	text, told := textIn(message), 0
	if a.answer == message.ID {
		told = a.told
	}
	a.ended = message.ID
	if len(text) <= told {
		return nil
	}
	return a.piece(message.ID, text[told:])
}

// untold are the answers of the run that have ended meanwhile.
func (a *answerText) untold(messages []Message) (found []AssistantMessage) {
	first, last := a.bounds()
	known := either(a.ended, first)
	start, end := -1, len(messages)-1
	for at, message := range messages {
		_, isUser := message.(UserMessage)
		if IDOf(message) == known || known == "" && isUser {
			start = at // what is known and not there stands before the newest messages
		}
		if IDOf(message) == last {
			end = at
		}
	}
	for _, message := range messages[start+1 : max(start, end)+1] {
		if answer, ok := message.(AssistantMessage); ok {
			found = append(found, answer)
		}
	}
	return found
}

// textIn is the text of an answer.
func textIn(message AssistantMessage) (text string) {
	for _, block := range message.Content {
		if block, ok := block.(TextBlock); ok {
			text += block.Text
		}
	}
	return text
}
