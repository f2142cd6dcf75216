// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"
#include "app/manual.h"

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
class ParseError;
} // namespace CLI

namespace nestloom::cli {

/// One option of a command, and what else --help and the parser know of it.
class Option {
public:
    explicit Option(CLI::Option* option) : m_option(option) {}

    Option required(bool isRequired = true) const;
    Option type(const std::string& name) const; // "FILE"
    Option group(const std::string& name) const;
    Option showDefault() const; // the value that the variable has now
    Option showDefault(const std::string& text) const;
    Option delimiter(char character) const;
    Option oneValueEach() const; // of a list: the option is repeated

    Option oneOf(const std::vector<std::string>& values) const;
    template <class Number>
    Option within(Number least, Number most) const;
    Option notNegative() const;

    Option needs(const Option& other) const;
    Option excludes(const Option& other) const;
    Option excludes(const std::string& other) const;

private:
    CLI::Option* m_option;
};

/// The options and commands of a command, or of the program. What is added is written to when the words are parsed, so
/// that it has to live as long. CLI11 parses; its headers take three seconds of compiling, so only options.cpp and
/// command_line.cpp know them.
class Options {
public:
    Options(CLI::App& app, Command& chosen) : m_app(&app), m_chosen(&chosen) {}

    Options command(const std::string& name, const std::string& help) const;
    /// What to do when the user names this command and none of its own.
    void does(Command work) const;

    /// Values: texts, numbers, lists of them, and std::optional. A name without a dash is an argument.
    template <class Value>
    Option add(const std::string& names, Value& value, const std::string& help) const;
    Option add(const std::string& names, const std::function<void(const std::string&)>& take,
               const std::string& help) const;
    /// --seed: a whole number from 0 to 2^64 - 1; one below 0 is refused instead of becoming a large one.
    Option addSeed(std::uint64_t& seed, const std::string& help) const;
    Option flag(const std::string& names, bool& value, const std::string& help) const;
    Option operator[](const std::string& name) const; // one that was added
    /// What --help tells of this command and those below it.
    app::CommandWords words() const;
    /// Fills `given` with the options that were typed, once they are parsed: "--gap".
    void noteGiven(std::vector<std::string>& given) const;

private:
    CLI::App* m_app;
    Command* m_chosen;
};

/// What is wrong with the words of a command line, in one sentence.
std::string wordsOf(const CLI::ParseError& error);

/// Reads words as those of a command that has the options which `add` adds: for hosts that are no command line.
/// Fails   InvalidInput with the sentence of the command line.
Status parseWords(const std::vector<std::string>& words, const std::function<void(const Options&)>& add);

} // namespace nestloom::cli
