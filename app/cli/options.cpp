// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <type_traits>

namespace nestloom::cli {

namespace {

/// CLI11 alone takes a number that is too large, or negative, for another one.
std::string whyNoCount(const std::string& text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && end == text.data() + text.size())
        return {};
    return "'" + text + "' is "
           + (error == std::errc::result_out_of_range ? "above 18446744073709551615" : "not a whole number from 0 on");
}

/// "nan" and "inf" are numbers for the parser, but no answer to any of our questions.
std::string whyNotFinite(const std::string& text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && !std::isfinite(value) ? "'" + text + "' is not a number that it can be"
                                                         : std::string();
}

/// "TEXT:{a,b}", "INT:INT in [0 - 9]": a name, and what it can be.
app::OptionWords describe(const CLI::Option& option)
{
    app::OptionWords words;
    for (const std::string& name : option.get_snames())
        words.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        words.names.push_back("--" + name);
    words.help = option.get_description();
    words.isRequired = option.get_required();
    if (option.get_group() != "Options")
        words.group = option.get_group();
    if (option.get_items_expected_max() == 0) // a flag
        return words;
    const std::string type = option.get_type_name();
    const std::size_t colon = type.find(':');
    words.value = option.nonpositional() ? type.substr(0, colon) : option.get_name(true);
    const std::string range = colon == std::string::npos ? "" : type.substr(colon + 1);
    if (range.rfind('{', 0) == 0)
        words.choices = CLI::detail::split(range.substr(1, range.find('}') - 1), ',');
    else if (const std::size_t in = range.find(" in ["); in != std::string::npos)
        words.help +=
            "; from " + CLI::detail::find_and_replace(range.substr(in + 5, range.size() - in - 6), " - ", " to ");
    if (const std::string value = option.get_default_str(); !value.empty())
        words.help += "; " + value + " if left out";
    return words;
}

app::CommandWords describe(const CLI::App& app)
{
    app::CommandWords words{.name = app.get_name(), .help = app.get_description(), .options = {}};
    for (const CLI::Option* option : app.get_options())
        words.options.push_back(describe(*option));
    for (const CLI::App* command : app.get_subcommands(nullptr))
        words.commands.push_back(describe(*command));
    return words;
}

} // namespace

Option Option::required(bool isRequired) const { return Option(m_option->required(isRequired)); }
Option Option::type(const std::string& name) const { return Option(m_option->type_name(name)); }
Option Option::group(const std::string& name) const { return Option(m_option->group(name)); }
Option Option::showDefault() const { return Option(m_option->capture_default_str()); }
Option Option::showDefault(const std::string& text) const { return Option(m_option->default_str(text)); }
Option Option::delimiter(char character) const { return Option(m_option->delimiter(character)); }
Option Option::oneValueEach() const { return Option(m_option->allow_extra_args(false)); }

Option Option::oneOf(const std::vector<std::string>& values) const
{
    return Option(m_option->check(CLI::IsMember(values)));
}

template <class Number>
Option Option::within(Number least, Number most) const
{
    return Option(m_option->check(CLI::Range(least, most)));
}

template Option Option::within(int, int) const;
template Option Option::within(std::int64_t, std::int64_t) const;
template Option Option::within(double, double) const;

Option Option::notNegative() const { return Option(m_option->check(CLI::NonNegativeNumber)); }

Option Option::needs(const Option& other) const { return Option(m_option->needs(other.m_option)); }
Option Option::excludes(const Option& other) const { return Option(m_option->excludes(other.m_option)); }
Option Option::excludes(const std::string& other) const { return Option(m_option->excludes(other)); }

Options Options::command(const std::string& name, const std::string& help) const
{
    return {*m_app->add_subcommand(name, help), *m_chosen};
}

void Options::does(Command work) const
{
    m_app->callback([app = m_app, chosen = m_chosen, work = std::move(work)] {
        if (app->get_subcommands().empty())
            *chosen = work;
    });
}

template <class Value>
Option Options::add(const std::string& names, Value& value, const std::string& help) const
{
    CLI::Option* option = m_app->add_option(names, value, help);
    if constexpr (std::is_same_v<Value, double> || std::is_same_v<Value, std::optional<double>>)
        option->check(whyNotFinite);
    return Option(option);
}

template Option Options::add(const std::string&, std::string&, const std::string&) const;
template Option Options::add(const std::string&, double&, const std::string&) const;
template Option Options::add(const std::string&, int&, const std::string&) const;
template Option Options::add(const std::string&, std::int64_t&, const std::string&) const;
template Option Options::add(const std::string&, std::size_t&, const std::string&) const;
template Option Options::add(const std::string&, std::optional<double>&, const std::string&) const;
template Option Options::add(const std::string&, std::optional<int>&, const std::string&) const;
template Option Options::add(const std::string&, std::optional<std::int64_t>&, const std::string&) const;
template Option Options::add(const std::string&, std::vector<std::string>&, const std::string&) const;
template Option Options::add(const std::string&, std::vector<std::int64_t>&, const std::string&) const;
template Option Options::add(const std::string&, std::vector<std::filesystem::path>&, const std::string&) const;

Option Options::add(const std::string& names, const std::function<void(const std::string&)>& take,
                    const std::string& help) const
{
    return Option(m_app->add_option_function<std::string>(names, take, help));
}

Option Options::addSeed(std::uint64_t& seed, const std::string& help) const
{
    return Option(m_app->add_option("--seed", seed, help)->check(whyNoCount)->capture_default_str());
}

Option Options::flag(const std::string& names, bool& value, const std::string& help) const
{
    return Option(m_app->add_flag(names, value, help));
}

Option Options::operator[](const std::string& name) const { return Option(m_app->get_option(name)); }

app::CommandWords Options::words() const { return describe(*m_app); }

void Options::noteGiven(std::vector<std::string>& given) const
{
    m_app->parse_complete_callback([app = m_app, &given] {
        given.clear();
        for (const CLI::Option* option : app->get_options())
            if (option->count() > 0 && !option->get_lnames().empty())
                given.push_back("--" + option->get_lnames().front());
    });
}

/// CLI11 says "Could not convert: --seed = x"; all our options that are not text are numbers.
std::string wordsOf(const CLI::ParseError& error)
{
    std::string text = error.what();
    const std::string begin = "Could not convert: ", is = " = ";
    const std::size_t at = text.find(is);
    if (text.rfind(begin, 0) != 0 || at == std::string::npos)
        return text;
    return text.substr(begin.size(), at - begin.size()) + ": '" + text.substr(at + is.size())
           + "' is not a number that it can be";
}

Status parseWords(const std::vector<std::string>& words, const std::function<void(const Options&)>& add)
{
    CLI::App app;
    app.set_help_flag();
    Command none;
    add(Options(app, none));
    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend())); // it takes them from the back
    } catch (const CLI::ParseError& error) {
        return Error{ErrorCode::InvalidInput, wordsOf(error), {}};
    }
    return success();
}

} // namespace nestloom::cli
