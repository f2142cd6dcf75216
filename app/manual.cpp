// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual.h"

#include <algorithm>
#include <array>

namespace nestloom::app {

namespace {

constexpr const char* kEnvironment[][2] = {
    {"NESTLOOM_DATA",
     "Folder of runs.sqlite, the database of runs; else $XDG_DATA_HOME/nestloom, else ~/.local/share/nestloom"},
    {"NESTLOOM_PRESETS", "Folder of presets, in place of those that come with Nestloom"},
    {"NESTLOOM_SOLVER", "The program nestloom-solver, in place of the one that comes with Nestloom"}};

/// A command and where it stands: "/runs/show"; the program is "".
struct Place {
    std::string path;
    const CommandWords* command;
};

void addPlaces(const CommandWords& command, const std::string& path, std::vector<Place>& places)
{
    places.push_back({path, &command});
    for (const CommandWords& next : command.commands)
        addPlaces(next, path + "/" + next.name, places);
}

std::vector<Place> placesOf(const CommandWords& program)
{
    std::vector<Place> places;
    addPlaces(program, {}, places);
    return places;
}

std::string replaced(std::string text, const std::vector<std::pair<char, std::string>>& by)
{
    std::string result;
    for (const char character : text) {
        const auto found = std::ranges::find(by, character, &std::pair<char, std::string>::first);
        result += found == by.end() ? std::string(1, character) : found->second;
    }
    return result;
}

std::string joined(const std::vector<std::string>& words, const std::string& between)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : between) + word;
    return text;
}

std::string pathsOf(const std::vector<Place>& places, const std::string& between)
{
    std::vector<std::string> paths;
    for (const Place& place : places)
        if (!place.path.empty())
            paths.push_back(place.path);
    return joined(paths, between);
}

std::string shellName(const std::string& program) { return replaced(program, {{'-', "_"}}); }

bool isFile(const OptionWords& option)
{
    return std::ranges::any_of(std::array{"FILE", "DIR", "file", "dir"},
                               [&](const char* word) { return option.value.find(word) != std::string::npos; });
}

// Manual page

std::string roff(const std::string& text) { return replaced(text, {{'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}}); }

std::string roffLine(const std::string& text) { return (text.rfind('.', 0) == 0 ? "\\&" : "") + roff(text) + "\n"; }

std::string roffOptions(const std::vector<OptionWords>& options)
{
    std::string text, group;
    for (const OptionWords& option : options) {
        if (option.group != group)
            text += ".PP\n\\fI" + roff(group = option.group) + "\\fR\n";
        std::vector<std::string> names;
        for (const std::string& name : option.names)
            names.push_back("\\fB" + roff(name) + "\\fR");
        const std::string value = option.value.empty() ? "" : "\\fI" + roff(option.value) + "\\fR";
        text += ".TP\n" + joined(names, ", ") + (names.empty() || value.empty() ? "" : " ") + value + "\n"
                + roffLine(option.help + (option.isRequired ? " (required)" : ""));
        if (!option.choices.empty())
            text += ".br\nOne of " + roffLine(joined(option.choices, ", "));
    }
    return text;
}

std::string manPage(const CommandWords& program)
{
    std::string text = ".\\\" Made by the program, of what its --help says.\n.TH " + roff(program.name)
                       + " 1 \"\" \"Nestloom " NESTLOOM_VERSION "\"\n.SH NAME\n" + roff(program.name) + " \\- "
                       + roffLine(program.help) + ".SH SYNOPSIS\n";
    text += "\\fB" + roff(program.name) + "\\fR";
    text += program.commands.empty() ? "" : " \\fICOMMAND\\fR";
    text += " [\\fIOPTIONS\\fR]\n.SH OPTIONS\n" + roffOptions(program.options);
    const std::vector<Place> places = placesOf(program);
    if (places.size() > 1)
        text += ".SH COMMANDS\n";
    for (std::size_t at = 1; at < places.size(); ++at) {
        const CommandWords& command = *places[at].command;
        text += ".SS " + roff(replaced(places[at].path.substr(1), {{'/', " "}})) + "\n" + roffLine(command.help);
        if (std::any_of(places.begin(), places.begin() + std::ptrdiff_t(at),
                        [&](const Place& before) { return before.command->options == command.options; }))
            continue; // another name of that command
        text += roffOptions(command.options);
    }
    if (!program.exitCodes.empty())
        text += ".SH EXIT STATUS\n.nf\n" + roff(program.exitCodes) + "\n.fi\n";
    text += ".SH ENVIRONMENT\n";
    for (const auto& [name, help] : kEnvironment)
        text += ".TP\n\\fB" + std::string(name) + "\\fR\n" + roffLine(help);
    return text + ".SH SEE ALSO\n\\fBnestloom\\fR(1), \\fBnestloom\\-cli\\fR(1)\n";
}

// Completions: which command is meant is told by its path, the words of the line that are commands.

std::string bash(const CommandWords& program)
{
    const std::vector<Place> places = placesOf(program);
    std::string values, words;
    for (const auto& [path, command] : places) {
        std::vector<std::string> names, commands;
        for (const OptionWords& option : command->options) {
            names.insert(names.end(), option.names.begin(), option.names.end());
            if (option.names.empty() || option.value.empty() || isFile(option))
                continue; // files are what bash offers where it is told nothing
            std::vector<std::string> cases;
            for (const std::string& name : option.names)
                cases.push_back("'" + path + ":" + name + "'");
            values += "        " + joined(cases, "|") + ") words='" + joined(option.choices, " ")
                      + "'; compopt +o default ;;\n";
        }
        for (const CommandWords& next : command->commands)
            commands.push_back(next.name);
        words +=
            "        '" + path + "') options='" + joined(names, " ") + "'; words='" + joined(commands, " ") + "' ;;\n";
    }
    const std::string name = shellName(program.name);
    return "# Made by the program, of what its --help says.\n"
           "_"
           + name
           + "()\n{\n"
             "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path= word words= options=\n"
             "    [ \"$cur\" != = ] || cur=\n"
             "    [ \"$prev\" != = ] || prev=${COMP_WORDS[COMP_CWORD-2]}\n"
             "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
             "        case $path/$word in\n"
           + (places.size() > 1 ? "        " + pathsOf(places, "|") + ") path=$path/$word ;;\n" : "")
           + "        *) ;;\n        esac\n    done\n"
             "    case $path in\n"
           + words
           + "    esac\n"
             "    case $cur in\n    -*) words=$options ;;\n    esac\n"
             "    case $path:$prev in\n"
           + values
           + "        *) ;;\n    esac\n"
             "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
             "}\ncomplete -o default -F _"
           + name + " " + program.name + "\n";
}

std::string zsh(const CommandWords& program)
{
    const auto quoted = [](const std::string& text) {
        return replaced(text, {{'\'', "'\\''"}, {'[', "\\["}, {']', "\\]"}, {':', "\\:"}, {'\\', "\\\\"}});
    };
    const std::vector<Place> places = placesOf(program);
    std::string cases;
    for (const auto& [path, command] : places) {
        cases += "    '" + path + "')\n        commands=(";
        for (const CommandWords& next : command->commands)
            cases += "\n            '" + quoted(next.name) + ":" + replaced(next.help, {{'\'', "'\\''"}}) + "'";
        cases += ")\n        options=(";
        for (const OptionWords& option : command->options)
            for (const std::string& name : option.names) {
                cases += "\n            '*" + name + "[" + quoted(option.help) + "]";
                if (!option.value.empty())
                    cases += ":" + quoted(option.value) + ":"
                             + (!option.choices.empty() ? "(" + joined(option.choices, " ") + ")"
                                : isFile(option)        ? "_files"
                                                        : " ");
                cases += "'";
            }
        cases += ") ;;\n";
    }
    return "#compdef " + program.name
           + "\n# Made by the program, of what its --help says.\n"
             "local place= at last=1\nlocal -a commands options\n"
             "for ((at = 2; at < CURRENT; ++at)); do\n"
             "    case $place/$words[at] in\n"
           + (places.size() > 1 ? "    (" + pathsOf(places, "|") + ") place+=/$words[at]; last=$at ;;\n" : "")
           + "    (*) ;;\n    esac\ndone\n"
             "case $place in\n"
           + cases
           + "esac\n"
             "words=($words[1] \"${(@)words[last+1,-1]}\")\n((CURRENT -= last - 1))\n"
             "if (($#commands)); then\n    options+=('1: :{_describe command commands}')\nelse\n    "
             "options+=('*:file:_files')\nfi\n"
             "_arguments $options\n";
}

std::string fish(const CommandWords& program)
{
    const auto quoted = [](const std::string& text) {
        return "'" + replaced(text, {{'\'', "\\'"}, {'\\', "\\\\"}}) + "'";
    };
    const std::vector<Place> places = placesOf(program);
    const std::string at = "__" + shellName(program.name) + "_at";
    std::string lines;
    for (const auto& [path, command] : places) {
        const std::string begin = "complete -c " + program.name + " -n \"" + at + " '" + path + "'\"";
        for (const CommandWords& next : command->commands)
            lines += begin + " -f -a " + next.name + " -d " + quoted(next.help) + "\n";
        for (const OptionWords& option : command->options) {
            if (option.names.empty())
                continue;
            lines += begin;
            for (const std::string& name : option.names)
                lines += name.rfind("--", 0) == 0 ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (!option.value.empty())
                lines += isFile(option)
                             ? " -r -F"
                             : " -x" + (option.choices.empty() ? "" : " -a " + quoted(joined(option.choices, " ")));
            lines += " -d " + quoted(option.help) + "\n";
        }
    }
    return "# Made by the program, of what its --help says.\n"
           "function "
           + at
           + "\n    set -l place ''\n    for word in (commandline -opc)[2..-1]\n"
             "        contains -- $place/$word "
           + pathsOf(places, " ")
           + "; and set place $place/$word\n    end\n"
             "    test \"$place\" = \"$argv[1]\"\nend\n"
           + lines;
}

} // namespace

const std::vector<std::string>& manualFormats()
{
    static const std::vector<std::string> formats{"man", "bash", "zsh", "fish"};
    return formats;
}

Result<std::string> writeManual(const CommandWords& program, const std::string& format)
{
    if (format == "man")
        return manPage(program);
    if (format == "bash")
        return bash(program);
    if (format == "zsh")
        return zsh(program);
    if (format == "fish")
        return fish(program);
    return Error{ErrorCode::InvalidInput, "a manual is written as man, bash, zsh or fish", format};
}

} // namespace nestloom::app
