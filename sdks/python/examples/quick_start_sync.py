from letscode.sync import LetscodeClient

with LetscodeClient() as client:
    session = client.create_session(model="demo", permissions="read-only")

    run = session.send("What is in package.json?")
    for text in run.text():
        print(text, end="", flush=True)

    result = run.result()
    print(result.error or f"\n\n{result.usage.output_tokens} tokens")
